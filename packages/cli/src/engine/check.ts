import type { CheckSummary, Finding } from '@cooperage/engine/check'
import type { DataCommand } from './engine-commands.ts'

const CLEAN = 0
const DAMAGED = 1
const NOT_CHECKED = 2

export const check: DataCommand = {
  usage: 'cooperage engine check [--data <folder>] [--json]',
  help: 'Verify a data folder that no engine uses, and report damage. Nothing is changed. Exit code: 0 no damage, 1 damage found, 2 check not possible.',
  flags: { json: 'switch' },
  async run({ json }, dataDir) {
    const { CheckError, checkFolder, PROBLEMS } = await import('@cooperage/engine/check')
    const say = (line: string) => process.stdout.write(`${line}\n`)
    let [damages, notes] = [0, 0]
    function report(finding: Finding): void {
      if (PROBLEMS[finding.problem] === 'note') notes++
      else damages++
      say(json ? JSON.stringify(finding) : `${finding.problem}  ${finding.subject}: ${finding.detail}`)
    }
    try {
      const summary = await checkFolder(dataDir, report)
      if (json) say(JSON.stringify({ summary: summary ?? null, damages, notes }))
      else for (const line of describe(summary, damages, notes)) say(line)
      return damages === 0 ? CLEAN : DAMAGED
    } catch (error) {
      const isExpected = error instanceof CheckError || (error instanceof Error && error.name === 'StoreError')
      if (!isExpected) throw error
      if (json) say(JSON.stringify({ failed: error.message }))
      else process.stderr.write(`${error.message}\n`)
      return NOT_CHECKED
    }
  },
}

function* describe(summary: CheckSummary | undefined, damages: number, notes: number): Iterable<string> {
  if (summary === undefined) yield 'The check stopped early.'
  else {
    const { buckets, versions, uploads, documents, verifiedBytes } = summary
    yield `${buckets} buckets, ${versions} object versions, ${uploads} incomplete uploads, ${documents} documents.`
    yield `${verifiedBytes} bytes verified against their checksums.`
  }
  if (notes > 0) yield `${notes} leftovers, which the engine removes at its next start.`
  yield damages === 0 ? 'No damage found.' : `Damage found: ${damages}.`
}
