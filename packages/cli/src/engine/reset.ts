import { SETTINGS, SettingsError } from '../settings.ts'
import type { DataCommand } from './engine-commands.ts'

const DONE = 0
const NOTHING_TO_RESET = 1

export const reset: DataCommand = {
  usage: 'cooperage second-factor reset --account <name> [--server <name>] [--data <folder>]',
  help: 'Remove the second factors of an account, for example of root on a console that lets nobody in. The console can keep running. With several storage servers --server names one; COOPERAGE_AUDIT_STORE names the database that replicas share. Exit code: 0 removed, 1 the account has none.',
  flags: { account: 'text', server: 'text' },
  async run({ account, server }, dataDir, env) {
    if (typeof account !== 'string' || account === '') {
      throw new SettingsError(`--account is required: the name of the account. Usage: ${this.usage}`)
    }
    const { auditStore } = SETTINGS
    const store = auditStore.read(env[auditStore.env] || auditStore.fallback)
    // Loaded on demand: it loads the databases.
    const { resetAccount } = await import('@cooperage/server/reset-account')
    const removed = await resetAccount({
      account,
      server: typeof server === 'string' ? server : undefined,
      dataDir,
      database: store instanceof URL ? store : undefined,
    })
    process.stdout.write(
      removed === 0
        ? `${account} has no second factors in ${dataDir}. Names are case-sensitive; the page Identity providers lists them.\n`
        : `Removed ${removed} second ${removed === 1 ? 'factor' : 'factors'} of ${account}, and its recovery codes.\n`,
    )
    return removed === 0 ? NOTHING_TO_RESET : DONE
  },
}
