import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../workspace.mjs'
import { type LockedPackage, lockedPackages, type PackagePath } from './bundled-packages.ts'
import { output } from './commands.ts'
import { licenceText } from './licences.ts'

interface Component {
  name: string
  version: string
  purl?: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  externalReferences?: { type: string; url: string }[]
}

interface Bill {
  serialNumber?: string
  metadata: { timestamp: string; component: Record<string, unknown> }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** Some of the packages of a lock file. @throws Error if one of them isn't in it */
function materials(folder: string, packages: ReadonlySet<PackagePath>): Bill {
  const bill: Bill = JSON.parse(
    output('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], { cwd: folder }),
  )
  const locked = lockedPackages(folder)
  const wanted = new Set([...packages].map((path) => `${nameOf(path)}@${locked[path]?.version}`))
  const components = bill.components.filter(({ name, version }) => wanted.has(`${name}@${version}`))
  const missing = wanted.difference(new Set(components.map(({ name, version }) => `${name}@${version}`)))
  if (missing.size > 0) throw new Error(`The lock file lacks ${[...missing].join(', ')}`)
  return { ...bill, components }
}

function nameOf(path: PackagePath): string {
  return path.split('node_modules/').at(-1) ?? path
}

/** The bill of materials (CycloneDX) of these packages, without what would differ between two builds of one commit. */
export function billOfMaterials(epoch: number, packages: ReadonlySet<PackagePath>): string {
  const { serialNumber: _, ...bill } = materials(ROOT, packages)
  const refs = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
  const components = bill.components.map((component) => ({
    ...component,
    // Where a package was downloaded is a matter of the machine that built the release.
    externalReferences: (component.externalReferences ?? []).filter(({ type }) => type !== 'distribution'),
  }))
  const metadata = {
    ...bill.metadata,
    timestamp: new Date(epoch * 1000).toISOString(),
    component: {
      'bom-ref': `cooperage@${packageJson.version}`,
      type: 'application',
      name: 'cooperage',
      version: packageJson.version,
    },
  }
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  return `${JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2)}\n`
}

/** The base of the image, by which its build can be repeated. */
export interface Base {
  /** For example `node`. */
  name: string
  tag: string
  /** Its SHA-256 in hexadecimal. */
  digest: string
}

/** Reads `name:tag@sha256:<digest>`; undefined unless all of it is there. */
export function readBase(text: string): Base | undefined {
  const [, name, tag, digest] = /^([a-z0-9][\w./-]*):([\w.-]+)@sha256:([0-9a-f]{64})$/.exec(text) ?? []
  return name === undefined || tag === undefined || digest === undefined ? undefined : { name, tag, digest }
}

/**
 * The bill of materials (CycloneDX) of the container image: the same packages on the base. The packages of the base's system are in
 * the bill that its own publisher attests, so this one says that its list is incomplete there.
 */
export function billOfImage(epoch: number, packages: ReadonlySet<PackagePath>, { name, tag, digest }: Base): string {
  const bill: Bill = JSON.parse(billOfMaterials(epoch, packages))
  const base = {
    'bom-ref': `${name}:${tag}`,
    type: 'container',
    name,
    version: tag,
    hashes: [{ alg: 'SHA-256', content: digest }],
    purl: `pkg:oci/${name.split('/').at(-1)}@sha256%3A${digest}?tag=${tag}`,
  }
  const metadata = { ...bill.metadata, component: { ...bill.metadata.component, type: 'container' } }
  const compositions = [{ aggregate: 'incomplete', assemblies: [base['bom-ref']] }]
  return `${JSON.stringify({ ...bill, metadata, components: [base, ...bill.components], compositions }, null, 2)}\n`
}

/** The licences of these packages in a folder, each with its own text. @throws Error if a package names none */
export function notices(folder: string, packages: ReadonlySet<PackagePath>): string {
  const locked = lockedPackages(folder)
  const texts = [...packages].map((path) => {
    const { version, license } = locked[path] ?? {}
    const head = `${nameOf(path)} ${version} (${license ?? 'see below'})`
    const text = licenceText(join(folder, path), license, sourceOf(folder, locked, path))
    return [head, '='.repeat(head.length), '', text, ''].join('\n')
  })
  const head = 'Cooperage contains parts of these packages, each under its own licence.\n'
  return [head, ...[...new Set(texts)].sort()].join('\n')
}

/** The folder of the package that a binary is compiled from: only those for this platform are installed, and most have no text. */
function sourceOf(folder: string, locked: Record<PackagePath, LockedPackage>, path: PackagePath): string | undefined {
  if (locked[path]?.cpu === undefined) return undefined
  const isOwner = ([, { optionalDependencies = {} }]: [string, LockedPackage]) => nameOf(path) in optionalDependencies
  const [source] = Object.entries(locked).find(isOwner) ?? []
  return source && join(folder, source)
}

/** The names of the packages in such a list. */
export function noticedIn(text: string): Set<string> {
  return new Set([...text.matchAll(/^(\S+) \S+ \(.*\)\n=+$/gm)].map(([, name = '']) => name))
}

/** The names of the packages in a bill. */
export function componentsOf(bill: string): Set<string> {
  return new Set((JSON.parse(bill) as Bill).components.map(({ name }) => name))
}

/** The names of the packages whose code is in a built command, by the comments with the paths of its sources. */
export function packagesInCode(dist: string): Set<string> {
  const code = globSync('**/*.js', { cwd: dist }).map((file) => readFileSync(join(dist, file), 'utf8'))
  const paths = code.flatMap((text) => text.split('\n').filter((line) => line.startsWith('// ../node_modules/')))
  return new Set(paths.map((line) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1] ?? ''))
}
