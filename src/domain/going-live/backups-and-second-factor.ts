import type { CheckResult } from '#domain/going-live/check.ts'

const hourMs = 3_600_000
/** A daily backup that failed once is made up for the next day. */
const maxBackupHours = 48

type BackupFacts = { lastAt: Date | null; areAutomatic: boolean; now: Date }

/** Whether what the owner has made could be restored. */
export function backupsResult({ lastAt, areAutomatic, now }: BackupFacts): CheckResult {
  const operator = 'Ask who runs the server to make one each day (npm run backup).'
  if (!lastAt)
    return areAutomatic
      ? {
          state: 'todo',
          sentence: 'There is no backup yet. The server makes the first one a few minutes after its start.',
        }
      : { state: 'todo', sentence: `There is no backup. ${operator}` }
  const moments = [{ label: 'Last backup', at: lastAt }]
  if (+now - +lastAt > maxBackupHours * hourMs)
    return {
      state: 'bad',
      sentence: areAutomatic
        ? 'The last backup is older than two days, although the server makes one each day. Ask who runs it to look at its log.'
        : `The last backup is older than two days. ${operator}`,
      moments,
    }
  return { state: 'ok', sentence: 'Backups are made. Let somebody copy them to another place now and then.', moments }
}

type SecondFactorFacts = { people: number; protectedPeople: number; isOwnOn: boolean }

/** Whether a stolen password is enough to enter. */
export function secondFactorResult({ people, protectedPeople, isOwnOn }: SecondFactorFacts): CheckResult {
  if (!isOwnOn)
    return {
      state: 'todo',
      sentence:
        'A password is all that protects your account. Turn on two-factor authentication under Settings, Security.',
    }
  const others = people - protectedPeople
  if (others > 0)
    return {
      state: 'todo',
      sentence: `Your account is protected. ${others === 1 ? 'One other person has' : `${others} other people have`} no second factor yet; ask them to turn it on.`,
    }
  return { state: 'ok', sentence: 'Everybody who manages this site signs in with a second factor.' }
}
