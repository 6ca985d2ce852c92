// Runs before the npm scripts: `node scripts/prepare.mjs [build] [test]`.
// It makes the folder ready on whatever Node the machine has, possibly before node_modules exists: built-in modules and
// plain JavaScript only. This file must parse on old Nodes as well, or they could not be refused in words.

const version = process.versions.node
if (Number(version.split('.')[0]) >= 20) {
  import('./prepare/main.mjs').then((main) => main.prepare(process.argv.slice(2)))
} else {
  console.error(
    `Stagedoor needs Node 20 or later, and this is Node ${version}: install a newer one from https://nodejs.org.`,
  )
  process.exitCode = 1
}
