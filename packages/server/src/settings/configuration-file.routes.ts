import { createHash } from 'node:crypto'
import {
  AppError,
  exportConfiguration,
  importConfiguration,
  previewConfigurationImport,
  reasonText,
} from '@cooperage/contract'
import {
  configHelp,
  exportConfig,
  getConfig,
  listConfigHistory,
  listConfigSections,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { formatConfigLine, listedDefaults, parseConfigTargets } from '@cooperage/wire'
import { attachment } from '../shared/content-disposition.ts'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { createKeyedMutex } from '../shared/keyed-mutex.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { applyConfiguration } from './apply-configuration.ts'
import { readPending } from './changes-since-start.ts'
import { planConfiguration } from './compare-configuration.ts'
import { type KnownSection, readConfigurationFile } from './configuration-file.ts'
import type { PendingChanges } from './pending-changes.ts'
import { CONFIG_ACTION, keysIn, OLD_SITE } from './sections.ts'

/** Sections that are read concurrently. */
const PARALLEL = 8
const SUBJECT = { action: CONFIG_ACTION, feature: 'export and import of the configuration' as const }

export function configurationFileRoutes({ routes, services: { now } }: Registry, pending: PendingChanges): void {
  // An import must not change what another one compares.
  const exclusively = createKeyedMutex()

  routes.withSession(exportConfiguration, async ({ reply, storage }) => {
    const { text } = await readPresent(storage)
    const day = new Date(now()).toISOString().slice(0, 10)
    return reply
      .code(200)
      .headers({
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': attachment(`server-configuration-${day}.txt`),
        'cache-control': 'no-store',
      })
      .send(text)
  })

  routes.withSession(previewConfigurationImport, ({ body, storage }) =>
    exclusively('', async () => {
      const { plan, problems, waiting, fingerprint } = await planOf(body.configurationFile, storage)
      return { ...plan, problems, pending: waiting, fingerprint }
    }),
  )

  routes.withSession(
    importConfiguration,
    ({ request, body, storage }) =>
      exclusively('', async () => {
        const { targets, plan, problems, fingerprint } = await planOf(body.configurationFile, storage)
        const [problem] = problems
        if (problem !== undefined) {
          const reason = reasonText('fileLine', { line: problem.line, name: problem.name })
          throw new AppError('InvalidConfiguration', { reason }, { refusal: { line: problem.line } })
        }
        if (body.fingerprint !== fingerprint) throw new AppError('ConfigurationOutdated')
        const result = await applyConfiguration(storage, plan.entries, targets, pending)
        if (result.entries.some(({ outcome }) => outcome === 'failed' || outcome === 'skipped')) {
          request.failure = 'StorageError'
        }
        return result
      }),
    // Servers connect to the endpoints of every target.
    { isLong: true },
  )

  async function planOf(text: string, storage: StorageClient) {
    const { text: presentText, sections } = await readPresent(storage)
    const { targets, problems } = readConfigurationFile(text, sections)
    const present = [...sections].flatMap(([section, { keys, hasSwitch }]) =>
      parseConfigTargets(presentText, section, keys).map(({ target, values }) => ({
        section,
        target,
        // The switch is written only where it is off.
        values: hasSwitch ? { ...values, enable: values.enable ?? 'on' } : values,
      })),
    )
    const plan = planConfiguration(targets, present, sections)
    const [waiting, history] = await Promise.all([
      readPending(storage, pending).then(
        (state) => state.pending,
        (error) => {
          if (error instanceof AppError && error.code === 'AccessDenied') return null
          throw error
        },
      ),
      withStorageErrors(SUBJECT, listConfigHistory(storage)),
    ])
    const stored = [present, waiting, history.map(({ id }) => id).sort()]
    return { targets, plan, problems, waiting, fingerprint: fingerprintOf([targets, stored]) }
  }
}

/** The whole configuration in effect, and the server's descriptions of its sections. */
async function readPresent(storage: StorageClient): Promise<{ text: string; sections: Map<string, KnownSection> }> {
  const listed = await withStorageErrors(SUBJECT, listConfigSections(storage))
  const names = [...new Set([...listed.map(({ section }) => section), OLD_SITE])]
  const known = new Map<string, KnownSection>()
  await inParallel(names, PARALLEL, async (name) => {
    const section = await readKnownSection(storage, name)
    if (section !== undefined) known.set(name, section)
  })
  // In the server's order: the fingerprint depends on it.
  const sections = new Map(names.flatMap((name) => [...known].filter(([one]) => one === name)))
  const text = await withStorageErrors(SUBJECT, exportConfig(storage))
  const unlisted = sections.get(OLD_SITE)
  if (unlisted === undefined || parseConfigTargets(text, OLD_SITE, []).length > 0) return { text, sections }
  const [region] = await withStorageErrors(SUBJECT, getConfig(storage, OLD_SITE, unlisted.keys))
  if (!region?.values.name) return { text, sections }
  return { text: `${text.trimEnd()}\n${formatConfigLine(OLD_SITE, '', region.values, unlisted.keys)}\n`, sections }
}

/** Undefined for a section that the server doesn't have. */
async function readKnownSection(storage: StorageClient, name: string): Promise<KnownSection | undefined> {
  try {
    const help = await configHelp(storage, name)
    const keys = keysIn(name, help)
    const defaults = listedDefaults(name)
    const hasSwitch = help.keys.some(({ key }) => key === 'enable') || defaults.enable !== undefined
    return { keys, hasTargets: help.hasTargets, hasSwitch, defaults }
  } catch (error) {
    if (error instanceof StorageError && error.code === 'XMinioConfigError') return undefined
    return await withStorageErrors(SUBJECT, Promise.reject(error))
  }
}

/** Identifies an import, so that it makes only the changes that were previewed. */
function fingerprintOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}
