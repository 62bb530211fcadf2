import type { Directory } from '@cooperage/directory'
import type { Iam } from './iam/iam.ts'
import type { Log } from './log.ts'

/**
 * Keeps the keys of a directory's users up to date, as MinIO does: users deleted there lose them, and groups follow the
 * directory. While it can't be reached, keys stay as they are. Returns a function that stops it and resolves when running work
 * has ended.
 */
export function refreshDirectory({ ldap, iam, log }: { ldap: Directory; iam: Iam; log: Log }, seconds: number) {
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    const users = iam.directoryAccounts.users()
    if (users.length === 0) return
    try {
      await iam.directoryAccounts.update(users, await ldap.refresh(users))
    } catch (error) {
      log({ level: 'error', message: 'the LDAP directory could not be asked about its users', error: String(error) })
    }
  }
  const timer = setInterval(() => {
    running = running.then(run)
  }, seconds * 1000)
  timer.unref()
  return async function end(): Promise<void> {
    clearInterval(timer)
    await running
  }
}
