/**
 * `npm run release -- --out <folder>`: builds everything that a publisher pushes, from a clean checkout, into one folder. It is
 * the only way in which artefacts are made. It publishes nothing, and says at the end what the publisher runs.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { findExecutable } from './programs.ts'
import { knownVulnerabilities } from './release/audit.ts'
import { output, run, tarball } from './release/commands.ts'
import { buildDeb } from './release/deb.ts'
import { billOfImage, billOfMaterials, readBase } from './release/materials.ts'
import { stagePackage } from './release/npm-package.ts'
import { PLATFORMS, stagePlatform } from './release/platforms.ts'
import { sign } from './release/signature.ts'
import { buildSite, toldOfLinks } from './release/site.ts'
import { ROOT } from './workspace.mjs'

const HELP = `Usage: npm run release -- [options]

Builds the npm package, an archive for each platform, the Debian package, the Helm chart, the documentation as a static site, the
list of third-party licences, the bills of materials and the checksums, and publishes nothing. The same commit gives the same bytes.

  --out <folder>       Where they are written; "release" in the checkout unless given.
  --base <image>       The base of the container image with its digest, node:24-slim@sha256:<digest>, for its bill of materials. Without
                       it, no such bill is written.
  --dry-run            Builds everything, and signs nothing. The checkout must be clean all the same.
  --only-npm           Only the npm package.
  --allow-changes      Builds from a checkout with uncommitted changes, for tests.
  --help               Shows this text.

Environment:
  COOPERAGE_MINISIGN_KEY   The file of a minisign secret key, with which the checksums are signed. Before that, the registry is asked
                           for known vulnerabilities of the packages in the release: it must know none.
`

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'release') },
    base: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    'only-npm': { type: 'boolean', default: false },
    'allow-changes': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (options.help) {
  process.stdout.write(HELP)
  process.exit(0)
}

const { version } = packageJson
const base = options.base === undefined ? undefined : readBase(options.base)
if (options.base !== undefined && base === undefined) {
  console.error(
    `--base ${options.base} has no digest: a tag can point to another image tomorrow. Write name:tag@sha256:<64 hexadecimal digits>.`,
  )
  process.exit(1)
}
const changes = output('git', ['status', '--porcelain'], { cwd: ROOT })
if (changes !== '' && !options['allow-changes']) {
  console.error(
    `The checkout has changes, so nobody could build this release again. Commit or remove them:\n${changes}`,
  )
  process.exit(1)
}
if (!readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version}`)) {
  console.error(`CHANGELOG.md has no section "## ${version}" for this release.`)
  process.exit(1)
}
const key = options['dry-run'] ? undefined : process.env.COOPERAGE_MINISIGN_KEY
needs(!options['only-npm'], 'dpkg-deb', 'dpkg', 'builds the Debian package')
needs(Boolean(key), 'minisign', 'minisign', 'signs the checksums')
const outFolder = resolve(options.out)
// It is emptied first: only what a release before has left there.
if (existsSync(outFolder) && readdirSync(outFolder).length > 0 && !existsSync(join(outFolder, 'SHA256SUMS'))) {
  console.error(`${outFolder} has files that are not of a release. Name an empty folder with --out.`)
  process.exit(1)
}
/** The time of the commit: that of every file in an archive. */
const epoch = Number(output('git', ['log', '-1', '--format=%ct'], { cwd: ROOT }).trim())
const work = mkdtempSync(join(tmpdir(), 'cooperage-release-'))
try {
  rmSync(outFolder, { recursive: true, force: true })
  mkdirSync(outFolder, { recursive: true })

  console.log('Building the page and the command')
  const { folder: staged, packages } = stagePackage(work)
  run('npm', ['pack', '--pack-destination', outFolder], { cwd: staged })
  const vulnerabilities = knownVulnerabilities(packages)
  if (vulnerabilities !== undefined && vulnerabilities.length > 0)
    throw new Error(`Packages in the release are vulnerable. Update them:\n${vulnerabilities.join('\n')}`)
  if (vulnerabilities === undefined && key)
    throw new Error(
      'The registry has no answer to npm audit, so the packages in the release may be vulnerable. Use one that has, or add --dry-run.',
    )
  const npmPackage = join(outFolder, `cooperage-${version}.tgz`)

  if (!options['only-npm']) {
    for (const platform of PLATFORMS) {
      console.log(`Building the archive for ${platform.name}`)
      const name = `cooperage-${version}-${platform.name}`
      const folder = stagePlatform(join(work, name), platform, npmPackage)
      tarball(work, name, join(outFolder, `${name}.tar.gz`), epoch)
      buildDeb(join(work, `deb-${platform.name}`), folder, platform, version, outFolder, epoch)
    }
    cpSync(join(ROOT, 'deploy/helm/cooperage'), join(work, 'chart/cooperage'), { recursive: true })
    tarball(join(work, 'chart'), 'cooperage', join(outFolder, `cooperage-chart-${version}.tgz`), epoch)
    console.log('Building the documentation')
    console.log(toldOfLinks(buildSite(join(work, 'docs-source'), join(work, `cooperage-docs-${version}`))))
    tarball(work, `cooperage-docs-${version}`, join(outFolder, `cooperage-docs-${version}.tar.gz`), epoch)
    writeFileSync(join(outFolder, `cooperage-${version}.cdx.json`), billOfMaterials(epoch, packages))
    if (base !== undefined)
      writeFileSync(join(outFolder, `cooperage-image-${version}.cdx.json`), billOfImage(epoch, packages, base))
  }

  const files = readdirSync(outFolder).sort()
  const sums = files.map((file) => `${sha256(join(outFolder, file))}  ${file}\n`).join('')
  writeFileSync(join(outFolder, 'SHA256SUMS'), sums)
  if (key) sign(key, join(outFolder, 'SHA256SUMS'))
  console.log(`\n${sums}\nCooperage ${version} is in ${outFolder}.${key ? '' : ' The checksums are not signed.'}`)
  if (vulnerabilities === undefined)
    console.log(
      '!!!!  The registry has no answer to npm audit: whether packages in the release are vulnerable is not known.',
    )
  console.log(
    base === undefined
      ? 'The image has no fixed base and no bill of materials. Name its base with --base before you publish it.'
      : `The image: docker build --build-arg BASE=${options.base} --build-arg REVISION=$(git rev-parse HEAD) --build-arg SOURCE=<address of the sources> -t cooperage:${version} .`,
  )
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Ends the release, before anything is built, if a program that it needs is missing. */
function needs(isNeeded: boolean, program: string, debianPackage: string, does: string): void {
  if (!isNeeded || findExecutable(program) !== undefined) return
  console.error(
    `${program}, which ${does}, isn't installed. Install it: apt install ${debianPackage} on Debian and Ubuntu, dnf install ${debianPackage} on Fedora, brew install ${debianPackage} on macOS.`,
  )
  process.exit(1)
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
