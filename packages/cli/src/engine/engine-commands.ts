/** `cooperage engine …` and `cooperage second-factor …`: commands for a data folder that start no server. */
import { parseArgs } from 'node:util'
import { SETTINGS, SettingsError } from '../settings.ts'
import { backup } from './backup.ts'
import { check } from './check.ts'
import { reset } from './reset.ts'

/** A subcommand. */
export interface DataCommand {
  usage: string
  help: string
  /** In addition to `--data`. */
  flags: Readonly<Record<string, 'text' | 'switch'>>
  /** Returns the exit code. @throws StartError */
  run(given: Readonly<Record<string, string | true>>, dataDir: string, env: NodeJS.ProcessEnv): Promise<number>
}

/** By the first two words of their command line. */
export const DATA_COMMANDS: Readonly<Record<string, Readonly<Record<string, DataCommand>>>> = {
  engine: { check, backup },
  'second-factor': { reset },
}

/** Runs `<group> <command> [flags]` and returns the exit code. @throws StartError, SettingsError */
export async function runDataCommand(group: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const commandsOfGroup = DATA_COMMANDS[group] ?? {}
  const [name = '', ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') {
    const commands = Object.values(commandsOfGroup).map(({ usage, help }) => `  ${usage}\n      ${help}`)
    process.stdout.write(`Commands for a data folder, which start no server:\n\n${commands.join('\n\n')}\n`)
    return 0
  }
  const command = Object.hasOwn(commandsOfGroup, name) ? commandsOfGroup[name] : undefined
  if (command === undefined) {
    const known = Object.values(commandsOfGroup).map(({ usage }) => `  ${usage}`)
    throw new SettingsError(`"${group} ${name}" isn't a command. Commands:\n${known.join('\n')}`)
  }
  const given = readFlags(command, rest)
  const { dataDir } = SETTINGS
  const folder = typeof given.data === 'string' ? given.data : env[dataDir.env] || dataDir.fallback
  return await command.run(given, dataDir.read(folder), env)
}

function readFlags({ flags, usage }: DataCommand, args: string[]): Record<string, string | true> {
  const options = Object.fromEntries(
    Object.entries({ ...flags, data: 'text' }).map(([flag, kind]) => [
      flag,
      { type: kind === 'text' ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  try {
    const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
    return Object.fromEntries(
      Object.entries(values).map(([flag, value]) => [flag, value === true ? true : String(value)]),
    )
  } catch (error) {
    if (error instanceof TypeError) throw new SettingsError(`${error.message}\nUsage: ${usage}`, { cause: error })
    throw error
  }
}
