/** CPU and memory of a process, from Linux's proc(5). On other systems these figures are omitted. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/stat')
/** Ticks of `/proc/<pid>/stat` in a second. */
const TICKS = hasProc ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 100
const MIB_IN_KIB = 1024

/**
 * CPU seconds, user and system, that the process has used since its start; NaN if unknown. Its threads count in nanoseconds, but
 * those that have ended count only in the ticks of the process.
 */
export function cpuSeconds(pid: number): number {
  if (!hasProc) return Number.NaN
  return Math.max(cpuOfThreads(pid), cpuInTicks(pid))
}

function cpuOfThreads(pid: number): number {
  const folder = `/proc/${pid}/task`
  let nanoseconds = 0
  for (const thread of readdirSync(folder)) {
    const file = `${folder}/${thread}/schedstat`
    nanoseconds += existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : 0
  }
  return nanoseconds / 1e9
}

function cpuInTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the program's name in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** MiB of memory that the process uses now. */
export function residentMib(pid: number): number {
  return statusField(pid, 'VmRSS') / MIB_IN_KIB
}

/** MiB of it that are pages of mapped files, which the system can reclaim at any time. */
export function mappedFilesMib(pid: number): number {
  return statusField(pid, 'RssFile') / MIB_IN_KIB
}

/** The most memory, in MiB, that the process held since `resetPeak`. */
export function peakMib(pid: number): number {
  return statusField(pid, 'VmHWM') / MIB_IN_KIB
}

export function resetPeak(pid: number): void {
  if (hasProc) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function statusField(pid: number, name: string): number {
  if (!hasProc) return Number.NaN
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN)
}

/** CPU seconds that the process uses during `work`. */
export async function cpuDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = cpuSeconds(pid)
  await work()
  return cpuSeconds(pid) - before
}
