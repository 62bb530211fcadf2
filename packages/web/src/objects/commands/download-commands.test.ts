import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { downloadCommands, quote } from './download-commands.ts'

const SELECTED = { bucket: 'photos', prefix: '2026/', paths: ['2026/a b.jpg', '2026/raw/', '2026/-rf'] }

test.each([
  [
    'mc',
    [
      "mc cp 'ALIAS/photos/2026/a b.jpg' './a b.jpg'",
      'mc cp --recursive ALIAS/photos/2026/raw/ ./raw/',
      'mc cp ALIAS/photos/2026/-rf ./-rf',
    ],
  ],
  [
    'aws',
    [
      "aws s3 cp 's3://photos/2026/a b.jpg' './a b.jpg'",
      'aws s3 cp --recursive s3://photos/2026/raw/ ./raw/',
      'aws s3 cp s3://photos/2026/-rf ./-rf',
    ],
  ],
  [
    'rclone',
    [
      "rclone copyto 'ALIAS:photos/2026/a b.jpg' './a b.jpg'",
      'rclone copy ALIAS:photos/2026/raw/ ./raw/',
      'rclone copyto ALIAS:photos/2026/-rf ./-rf',
    ],
  ],
] as const)('%s downloads objects and folders below the current one', (tool, commands) => {
  expect(downloadCommands(tool, SELECTED).split('\n')).toEqual(commands)
})

test('no name is anything but one word of the shell', () => {
  const names = [
    'plain.txt',
    'it\'s $(touch x) `id` \\ "!" & ; | > * ? ~ # {a,b}',
    'two\nlines',
    "\u001b[2J\u0007 it's 1 \\x",
    '\u00017',
    'a\u202egnp.exe',
    'é日本\u{1F600}',
  ]
  const command = `printf '%s\\0' ${names.map(quote).join(' ')}`
  expect(execFileSync('bash', ['-c', command]).toString().split('\0').slice(0, -1)).toEqual(names)
  for (const name of names) expect(quote(name)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
})
