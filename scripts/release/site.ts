/** The documentation as a static site: the guide, the reference and the decisions, from the same Markdown. */
import {
  cpSync,
  type Dirent,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { ROOT } from '../workspace.mjs'
import { lockedPackages, type PackagePath } from './bundled-packages.ts'
import { run } from './commands.ts'
import { notices } from './materials.ts'
import { PICTURES } from './pictures.ts'

/** What the site has of the checkout, and where. */
const CONTENT: Record<string, string> = {
  'docs/site': '.',
  'docs/guide': 'guide',
  'docs/decisions': 'decisions',
  'docs/images': 'images',
  'docs/images/object-browser.png': 'public/object-browser.png',
  'docs/reference/api.md': 'reference/api.md',
  'docs/reference/errors.md': 'reference/errors.md',
  'docs/reference/aws-differences.md': 'reference/aws-differences.md',
  'docs/data-folder.md': 'data-folder.md',
  'packages/engine/README.md': 'reference/engine.md',
  'CHANGELOG.md': 'changelog.md',
  'packages/web/public/favicon.svg': 'public/favicon.svg',
  'packages/web/src/guide/guide-pages.ts': 'guide-pages.ts',
}

/**
 * Builds the site into a folder; `work` is for what is needed meanwhile. Returns the addresses of other sites that it links to, which
 * only a person can check. @throws Error if a link leads nowhere
 */
export function buildSite(work: string, outFolder: string): string[] {
  for (const [from, to] of Object.entries(CONTENT)) {
    const filter = (path: string) => !/node_modules|\.vitepress.(cache|dist)/.test(path.slice(ROOT.length))
    cpSync(join(ROOT, from), join(work, to), { recursive: true, filter })
  }
  // The pages of a language are below its tag, as VitePress has them.
  for (const { name: tag } of readdirSync(join(ROOT, 'docs/guide'), { withFileTypes: true }).filter(isFolder)) {
    mkdirSync(join(work, tag), { recursive: true })
    renameSync(join(work, 'guide', tag), join(work, tag, 'guide'))
  }
  for (const file of globSync('**/*.md', { cwd: work })) {
    const path = join(work, file)
    const text = readFileSync(path, 'utf8')
      .replaceAll('](../../packages/engine/README.md)', '](engine.md)')
      .replaceAll(/^<!--.*-->\n/gm, '')
    writeFileSync(path, text)
  }
  for (const { name, guidePage, text } of PICTURES) {
    const path = join(work, 'guide', `${guidePage}.md`)
    const [heading = '', ...rest] = readFileSync(path, 'utf8').split('\n')
    writeFileSync(path, [heading, '', `![${text}](../images/${name}.png)`, ...rest].join('\n'))
  }
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: work })
  run(process.execPath, [join(work, 'node_modules/vitepress/bin/vitepress.js'), 'build', work, '--outDir', outFolder])
  writeFileSync(join(outFolder, 'THIRD-PARTY-NOTICES.txt'), notices(work, installedPackages(work)))
  const links = linksOf(outFolder)
  const broken = brokenLinks(outFolder, links)
  if (broken.length > 0) throw new Error(`Links of the documentation that lead nowhere:\n${broken.join('\n')}`)
  return [...new Set(links.filter(({ url }) => isElsewhere(url)).map(({ url }) => url.href))].sort()
}

/** What VitePress is and needs: which of it is in the site depends on its own build. */
function installedPackages(folder: string): ReadonlySet<PackagePath> {
  const paths = Object.keys(lockedPackages(folder)).filter((path) => path !== '')
  return new Set(paths.filter((path) => existsSync(join(folder, path))))
}

function isFolder(entry: Dirent): boolean {
  return entry.isDirectory()
}

/** A link or an image of a page of the built site. */
interface Link {
  page: string
  text: string
  url: URL
}

const BASE = process.env.COOPERAGE_DOCS_BASE ?? '/'
const isElsewhere = ({ host, protocol }: URL) => host !== 'site' && /^https?:$/.test(protocol)

function linksOf(folder: string): Link[] {
  return globSync('**/*.html', { cwd: folder }).flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8')
    return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => {
      const text = link.replaceAll('&amp;', '&')
      return { page, text, url: new URL(text, `http://site${BASE}${page}`) }
    })
  })
}

/** Those whose file, or place in it, doesn't exist. VitePress checks neither places nor images. */
function brokenLinks(folder: string, links: readonly Link[]): string[] {
  const ids = new Map<string, Set<string>>()
  const idsOf = (file: string) => {
    const known =
      ids.get(file) ?? new Set([...readFileSync(file, 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? ''))
    ids.set(file, known)
    return known
  }
  return links
    .filter(({ url }) => {
      if (url.host !== 'site') return !isElsewhere(url) && url.protocol !== 'mailto:'
      if (!url.pathname.startsWith(BASE)) return true
      const path = join(folder, decodeURIComponent(url.pathname.slice(BASE.length)))
      const file = [path, `${path}.html`, join(path, 'index.html')].find((one) =>
        statSync(one, { throwIfNoEntry: false })?.isFile(),
      )
      if (file === undefined) return true
      return url.hash !== '' && !idsOf(file).has(decodeURIComponent(url.hash.slice(1)))
    })
    .map(({ page, text }) => `${page}: ${text}`)
}

/** What a publisher is told of them. */
export function toldOfLinks(elsewhere: readonly string[]): string {
  return `The documentation links to these other sites, which nothing checks:\n${elsewhere.join('\n')}`
}

if (import.meta.main) {
  const [outFolder] = process.argv.slice(2)
  if (outFolder === undefined) throw new Error('Name the folder that the site is written to')
  const work = mkdtempSync(join(tmpdir(), 'cooperage-docs-'))
  mkdirSync(dirname(resolve(outFolder)), { recursive: true })
  try {
    console.log(toldOfLinks(buildSite(work, resolve(outFolder))))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
