import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { KilledWriterOptions, Report } from './killed-writer.ts'
import type { Ledger, Write } from './ledger.ts'

const PROGRAM = join(import.meta.dirname, 'killed-writer.ts')

export interface WriterProcess {
  child: ChildProcess
  output: Readable
  /** How it ended: the signal, or the exit code as text. */
  ended: Promise<string>
}

export function startWriter(options: KilledWriterOptions): WriterProcess {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(options))
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  return { child, output: child.stdout, ended }
}

/** Records the reports of a writer in the parent's ledger, and collects the violations that the writer found. */
export class ReportReader {
  /** While false, successes aren't recorded: those writes may have been lost. */
  countsSuccesses = true
  readonly wrong: string[] = []
  readonly #ledger: Ledger
  readonly #writes = new Map<number, Write>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Reads to the end; `onReport` is called after each report. */
  async read(output: Readable, onReport: (count: number) => void = () => undefined): Promise<void> {
    let count = 0
    for await (const line of createInterface({ input: output })) {
      const report = parseReport(line)
      if (!report) continue
      this.#enter(report)
      onReport(++count)
    }
  }

  #enter(report: Report): void {
    if (report.is === 'wrong') this.wrong.push(report.what)
    else if (report.is === 'start') this.#writes.set(report.write, this.#ledger.start(report.key, report.digest))
    else if (report.is === 'start unnamed') this.#ledger.startUnnamed(report.group)
    else if (report.is === 'refused unnamed') this.#ledger.refuseUnnamed(report.group)
    else if (report.is === 'refused') this.#with(report.write, (write) => this.#ledger.refuse(write))
    else if (report.is === 'acknowledged as') this.#name(report)
    else if (this.countsSuccesses) this.#with(report.write, (write) => this.#ledger.acknowledge(write))
  }

  #name({ group, key, digest }: Extract<Report, { is: 'acknowledged as' }>): void {
    if (this.countsSuccesses) this.#ledger.acknowledgeAs(group, 0, key, digest)
    else {
      this.#ledger.refuseUnnamed(group)
      this.#ledger.start(key, digest)
    }
  }

  #with(number: number, change: (write: Write) => void): void {
    const write = this.#writes.get(number)
    if (write) change(write)
  }
}

/** A kill may truncate the last line, which then counts as not received. */
function parseReport(line: string): Report | undefined {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
