/**
 * For `spawn('/bin/sh', ['-c', killWithParentScript(signal), folder, program, ...args])` with a pipe as its input: runs the
 * program, and when this process ends, however it ends, the pipe closes, the program gets the signal, and its folder
 * is removed.
 */
export const killWithParentScript = (signal: 'INT' | 'KILL') => `
  exec 3<&0
  (cat <&3; kill -${signal} $$; while kill -0 $$; do sleep 0.1; done; rm -rf "$0") >/dev/null 2>&1 &
  exec "$@" </dev/null 3<&-`
