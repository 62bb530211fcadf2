import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { missingProgram } from '../programs.ts'
import { ROOT } from '../workspace.mjs'
import { sign } from './signature.ts'

const folder = mkdtempSync(join(tmpdir(), 'cooperage-signature-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const missing = missingProgram('minisign')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: the signature of a release. ${missing}`)

/** The command that a page tells readers to check a signature with. */
function documented(page: string): string {
  const [command = ''] = /minisign -V\S* [^\n`]*/.exec(readFileSync(join(ROOT, page), 'utf8')) ?? []
  return command
}

test.skipIf(missing !== undefined).each(['SECURITY.md', 'docs/guide/install.md', 'docs/guide/de/install.md'])(
  'the command in %s accepts the signature of a release, and no other',
  (page) => {
    const work = mkdtempSync(join(folder, 'release-'))
    const makeKey = (name: string) => {
      const keys = ['-p', join(folder, `${name}.pub`), '-s', join(folder, `${name}.key`)]
      expect(spawnSync('minisign', ['-G', '-f', '-W', ...keys], { encoding: 'utf8' }).stderr).toBe('')
      return (
        readFileSync(join(folder, `${name}.pub`), 'utf8')
          .trim()
          .split('\n')
          .at(-1) ?? ''
      )
    }
    const [ours, other] = [makeKey('ours'), makeKey('other')]
    writeFileSync(join(work, 'SHA256SUMS'), 'abc  cooperage-1.0.0.tgz\n')
    sign(join(folder, 'ours.key'), join(work, 'SHA256SUMS'))
    const check = (key: string) =>
      spawnSync('sh', ['-c', documented(page).replace(/<[^>]+>/, key)], { cwd: work, encoding: 'utf8' })
    expect(check(ours).stdout).toContain('Signature and comment signature verified')
    expect(check(ours).status).toBe(0)
    expect(check(other).status).toBe(1)
    appendFileSync(join(work, 'SHA256SUMS'), 'def  other.tgz\n')
    expect(check(ours).status).toBe(1)
  },
)
