import { SettingsError } from '../settings.ts'
import { StartError } from '../start-error.ts'
import type { EngineCommand } from './engine-command.ts'

export const backup: EngineCommand = {
  usage: 'cooperage engine backup --to <folder> [--data <folder>]',
  help: 'Copies a data folder into an empty folder, also while its engine runs: everything that was acknowledged before is in the copy.',
  flags: { to: 'text' },
  async run({ to }, dataDir) {
    if (typeof to !== 'string' || to === '')
      throw new SettingsError(`--to names the folder for the copy. Usage: ${this.usage}`)
    // Loaded only here: it brings the index along.
    const { BackupError, backupFolder } = await import('@cooperage/engine/backup')
    try {
      const { files, bytes, hasKeys, missingKeys } = await backupFolder(dataDir, to)
      process.stdout.write(`Copied the index and ${files} files with ${bytes} bytes to ${to}.\n`)
      if (hasKeys) process.stdout.write('It holds the keys of encrypted objects: who has it can read them.\n')
      if (missingKeys.length > 0) {
        process.stdout.write(
          `It does not hold the keys ${missingKeys.join(', ')} of encrypted objects, which are not in the data folder. Keep a copy of the file that COOPERAGE_ENCRYPTION_KEY_FILE names too: without it these objects are lost.\n`,
        )
      }
      process.stdout.write(`"cooperage engine check --data ${to}" verifies the copy.\n`)
      return 0
    } catch (error) {
      if (error instanceof BackupError) throw new StartError(error.message, { cause: error })
      throw error
    }
  },
}
