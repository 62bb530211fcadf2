/** Independent checks of archives: the machine's unzip programs, and a reader that uses only the central directory. */
import { spawnSync } from 'node:child_process'

const CHECKS: Record<string, (file: string) => string[]> = {
  unzip: (file) => ['-tqq', file],
  python3: (file) => [
    '-c',
    'import sys, zipfile; bad = zipfile.ZipFile(sys.argv[1]).testzip(); sys.exit("broken: " + bad if bad else 0)',
    file,
  ],
}

/** The programs on this machine that can verify an archive. */
export function unzipPrograms(): string[] {
  return Object.keys(CHECKS).filter((program) => spawnSync(program, ['--help']).error === undefined)
}

/** What a program reports about a broken archive; empty if every entry is intact. */
export function unzipProblem(program: string, file: string): string {
  const { status, stdout, stderr } = spawnSync(program, CHECKS[program]?.(file) ?? [], { encoding: 'utf8' })
  return status === 0 ? '' : `${program} ended with ${status}: ${stdout}${stderr}`
}

/** Names and contents of an archive whose entries are stored. @throws Error when it has no valid directory */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('The archive has no central directory')
  const entries = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error(`There is no central directory entry at ${at}`)
    const size = bytes.readUInt32LE(at + 24)
    const nameLength = bytes.readUInt16LE(at + 28)
    const local = bytes.readUInt32LE(at + 42)
    const content = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    entries.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), bytes.subarray(content, content + size))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}
