import { DATA_COMMANDS, type DataCommand } from './engine/engine-commands.ts'
import { OPENID_FIELDS } from './openid-settings.ts'
import { SETTINGS, type Setting } from './settings.ts'

const WIDTH = 100
const INDENT = 6

/** The text of `--help`, generated from the table of settings. */
export function renderHelp(): string {
  const settings = Object.values<Setting<unknown>>(SETTINGS)
  const withFlag = settings.filter(({ flag }) => flag !== undefined)
  const environmentOnly = settings.filter(({ flag }) => flag === undefined)
  return [
    'Cooperage: an administration console for MinIO-compatible storage, with an embedded storage engine.',
    '',
    'Usage: cooperage [settings]        from a clone: npm start -- [settings]',
    '',
    'Settings (a flag overrides its environment variable):',
    '',
    ...withFlag.map(describe),
    '  --help, -h\n      Show this help.\n',
    '  --version\n      Show the version.\n',
    'Settings by environment variable only (every user of a machine can read its command lines):',
    '',
    ...environmentOnly.map(describe),
    'Single sign-on with OpenID Connect:',
    '',
    ...Object.entries<{ placeholder: string; help: string }>(OPENID_FIELDS).map(([name, field]) =>
      describe({ ...field, env: `COOPERAGE_OIDC_${name}`, read: String }),
    ),
    'Data folder commands, which start no server:',
    '',
    ...Object.values(DATA_COMMANDS)
      .flatMap(Object.values<DataCommand>)
      .map(({ usage, help }) => `  ${usage}\n${wrap(help)}\n`),
  ].join('\n')
}

function describe({ flag, env, placeholder, fallback, help }: Setting<unknown>): string {
  const value = placeholder === undefined ? '' : ` <${placeholder}>`
  const names =
    flag === undefined ? `${env}=${value.trim()}` : `--${flag}${value}${env === undefined ? '' : `  or ${env}`}`
  const text = fallback === undefined ? help : `${help} Default: ${fallback}`
  return `  ${names}\n${wrap(text)}\n`
}

function wrap(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < WIDTH - INDENT) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => ' '.repeat(INDENT) + line).join('\n')
}
