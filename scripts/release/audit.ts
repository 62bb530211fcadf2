/** Whether vulnerabilities of packages are known. */
import { spawnSync } from 'node:child_process'
import { ROOT } from '../workspace.mjs'
import type { PackagePath } from './bundled-packages.ts'

/** What of npm's report is read. */
interface Report {
  vulnerabilities?: Record<
    string,
    { severity: string; via: (string | { title: string; url: string })[]; nodes: string[] }
  >
}

/** Those that the registry knows, a line for each; undefined if it doesn't answer that question, as many mirrors. */
export function knownVulnerabilities(packages: ReadonlySet<PackagePath>): string[] | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], { cwd: ROOT, encoding: 'utf8' })
  return readAudit(stdout, packages)
}

/** The lines of npm's report about these packages: those that only tests use don't count. */
export function readAudit(text: string, packages: ReadonlySet<PackagePath>): string[] | undefined {
  const { vulnerabilities }: Report = /^\s*\{/.test(text) ? JSON.parse(text) : {}
  if (vulnerabilities === undefined) return undefined
  return Object.entries(vulnerabilities)
    .filter(([, { nodes }]) => nodes.some((path) => packages.has(path)))
    .map(([name, { severity, via }]) => {
      const reasons = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} ${one.url}`))
      return `${name} (${severity}): ${reasons.join(', ')}`
    })
}
