import { spawn } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programBeside } from '../program.ts'
import { lockFolderReadOnly } from '../store/files/folder-lock.ts'
import type { CheckMessage, CheckSummary, Finding } from './finding.ts'

/** A reader that is silent for this long hangs in a damaged index. */
const SILENCE_MS = 120_000

const PROGRAM = programBeside(import.meta, 'check-process')

/** The folder couldn't be checked; the message says why. */
export class CheckError extends Error {
  override name = 'CheckError'
}

/**
 * Checks a data folder that no engine has open, without writing to it. Without `summary` the check was interrupted, and the
 * last finding says where.
 * @throws StoreError DataFolderInUse; CheckError when there is nothing to check
 */
export async function checkFolder(
  dataDir: string,
  report: (finding: Finding) => void,
  options: { silenceMs?: number } = {},
): Promise<CheckSummary | undefined> {
  await access(join(dataDir, 'index', 'data.mdb')).catch((cause) => {
    throw new CheckError(`${dataDir} is not a data folder of the engine: it has no index.`, { cause })
  })
  const lock = lockFolderReadOnly(dataDir)
  const temporary = await mkdtemp(join(tmpdir(), 'cooperage-check-'))
  try {
    return await readInChild([dataDir, temporary], report, options.silenceMs ?? SILENCE_MS)
  } finally {
    await rm(temporary, { recursive: true, force: true })
    lock.release()
  }
}

async function readInChild(
  folders: [dataDir: string, temporary: string],
  report: (finding: Finding) => void,
  silenceMs: number,
): Promise<CheckSummary | undefined> {
  const child = spawn(process.execPath, [PROGRAM, ...folders], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const silence = setTimeout(() => child.kill('SIGKILL'), silenceMs)
  let summary: CheckSummary | undefined
  let last = 'at its start'
  let failure: string | undefined
  let broken: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    silence.refresh()
    const message = parse(line)
    if (!message) continue
    if ('finding' in message) {
      report(message.finding)
      last = `after the finding about ${message.finding.subject}`
    } else if ('done' in message) summary = message.done
    else if ('brokeOff' in message) broken = message.brokeOff
    else if ('failed' in message) failure = message.failed
  }
  const end = await ended
  clearTimeout(silence)
  if (failure !== undefined) throw new CheckError(`${folders[0]} can't be checked: ${failure}`)
  if (summary === undefined) {
    report({ problem: 'unreadable', subject: 'index', detail: `reading it ended ${last} with ${broken ?? end}` })
  }
  return summary
}

/** A crashed process may leave an incomplete line. */
function parse(line: string): CheckMessage | undefined {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
