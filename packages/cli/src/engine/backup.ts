import { SettingsError } from '../settings.ts'
import { StartError } from '../values.ts'
import type { DataCommand } from './engine-commands.ts'

export const backup: DataCommand = {
  usage: 'cooperage engine backup --to <folder> [--data <folder>]',
  help: 'Back up a data folder into an empty folder. The engine can keep running: the copy has everything that was acknowledged before the start.',
  flags: { to: 'text' },
  async run({ to }, dataDir) {
    if (typeof to !== 'string' || to === '')
      throw new SettingsError(`--to is required: the folder for the copy. Usage: ${this.usage}`)
    // Loaded on demand: it loads the index.
    const { BackupError, backupFolder } = await import('@cooperage/engine/backup')
    try {
      const { files, bytes, hasKeys, missingKeys } = await backupFolder(dataDir, to)
      process.stdout.write(`Copied the index and ${files} files with ${bytes} bytes to ${to}.\n`)
      if (hasKeys)
        process.stdout.write('The copy contains encryption keys: anyone with it can read the encrypted objects.\n')
      if (missingKeys.length > 0) {
        process.stdout.write(
          `The copy doesn't contain the encryption keys ${missingKeys.join(', ')}, which aren't in the data folder. Back up the file in COOPERAGE_ENCRYPTION_KEY_FILE too: without it, these objects are lost.\n`,
        )
      }
      process.stdout.write(`To verify the copy, run: cooperage engine check --data ${to}\n`)
      return 0
    } catch (error) {
      if (error instanceof BackupError) throw new StartError(error.message, { cause: error })
      throw error
    }
  },
}
