import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../workspace.mjs'
import { output } from './commands.ts'

interface Component {
  name: string
  version: string
  purl?: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  properties?: { name: string; value: string }[]
  externalReferences?: { type: string; url: string }[]
}

interface Bill {
  serialNumber?: string
  metadata: { timestamp: string; component: Record<string, unknown> }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const LICENCE_FILES = '{LICENSE,LICENCE,license,licence,License,COPYING,NOTICE}*'

/** What the command and the page are built from. */
const PRODUCT = ['-w', '@cooperage/cli', '-w', '@cooperage/web']

/** The packages in a folder without those for development, and without ours. */
function materials(folder: string, scope: readonly string[]): Bill {
  const bill: Bill = JSON.parse(
    output('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev', ...scope], { cwd: folder }),
  )
  const isOurs = (name: string) => name.startsWith('@cooperage/') || /^node-(linux|darwin|win)-/.test(name)
  // Stands for packages that aren't installed (`overrides` in package.json), under the name of one of them.
  const isLeftOut = ({ purl }: Component) => purl?.startsWith('pkg:npm/%40favware/skip-dependency@')
  const components = bill.components.filter((component) => !isOurs(component.name) && !isLeftOut(component))
  return { ...bill, components }
}

/** The bill of materials (CycloneDX), without what would differ between two builds of one commit. */
export function billOfMaterials(epoch: number): string {
  const { serialNumber: _, ...bill } = materials(ROOT, PRODUCT)
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
export function billOfImage(epoch: number, { name, tag, digest }: Base): string {
  const bill: Bill = JSON.parse(billOfMaterials(epoch))
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

/** The licences of what the product is built from, each with its own text. @throws Error if a package has none */
export function notices(): string {
  return licencesOf(ROOT, PRODUCT)
}

/** The same for all packages of a folder, or for some of its workspaces. */
export function licencesOf(root: string, scope: readonly string[] = []): string {
  const texts = materials(root, scope).components.map((component) => {
    const path = component.properties?.find(({ name }) => name === 'cdx:npm:package:path')?.value
    const folder = join(root, path ?? `node_modules/${component.name}`)
    if (!existsSync(folder)) return ''
    const files = globSync(LICENCE_FILES, { cwd: folder }).sort()
    const names = (component.licenses ?? []).map(
      ({ license, expression }) => license?.id ?? license?.name ?? expression,
    )
    if (files.length === 0 && names.length === 0)
      throw new Error(`${component.name} ${component.version} names no licence`)
    const head = `${component.name} ${component.version} (${names.join(', ') || 'see below'})`
    return [
      head,
      '='.repeat(head.length),
      '',
      ...files.map((file) => readFileSync(join(folder, file), 'utf8').trim()),
      '',
    ].join('\n')
  })
  const head = 'Cooperage contains parts of these packages, each under its own licence.\n'
  return [head, ...[...new Set(texts)].filter((text) => text !== '').sort()].join('\n')
}
