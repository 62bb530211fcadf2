/** Export and import of the whole configuration as one text file, in the format of `mc admin config export`. */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { failureText } from '../text.ts'

/** Maximum length of the file. Servers accept encrypted bodies of 262,272 bytes. */
export const MAX_CONFIGURATION_FILE_BYTES = 240 * 1024

/** Kept out of the audit trail by its name. */
const configurationFile = z.string().check(z.maxLength(MAX_CONFIGURATION_FILE_BYTES))

/** `add`: the default before. `remove`: the default after. Secret values are compared, but never sent: both sides are ''. */
export const CONFIGURATION_CHANGES = ['add', 'change', 'remove'] as const
const change = z.enum(CONFIGURATION_CHANGES)
export type ConfigurationKeyChange = z.infer<typeof change>

/** What an import changes in a section or one of its targets. */
export const configurationPlanEntry = z.object({
  section: z.string(),
  /** '' for the unnamed target. */
  target: z.string(),
  /** Named targets are added and removed; everything else changes. */
  change,
  /** Line of the file, 1 for the first; 0 for what isn't in the file. */
  line: z.number(),
  keys: z.array(z.object({ key: z.string(), change, secret: z.boolean(), before: z.string(), after: z.string() })),
})
export type ConfigurationPlanEntry = z.infer<typeof configurationPlanEntry>

/**
 * Why the file can't be imported. `unknownSection` and `unknownKey`: the server has no such section or key. `spaces`: a value
 * with spaces isn't quoted. `otherKey`: a value contains another key with an equals sign. `name`: a name isn't one word. `twice`: the target is also in an earlier line.
 */
export const CONFIGURATION_FILE_PROBLEMS = [
  'unknownSection',
  'unknownKey',
  'oneTarget',
  'noKeys',
  'spaces',
  'quotes',
  'otherKey',
  'tooLong',
  'name',
  'twice',
] as const

export const configurationFileProblem = z.object({
  line: z.number(),
  reason: z.enum(CONFIGURATION_FILE_PROBLEMS),
  /** The section, target or key that it is about. */
  name: z.string(),
})
export type ConfigurationFileProblem = z.infer<typeof configurationFileProblem>

export const exportConfiguration = route('settings.export', 'GET /api/v1/configs/export', {
  summary: 'Downloads the whole configuration as a text file, including every secret in plain text.',
  bytes: true,
  audit: 'export',
})

/** Changes nothing. */
export const previewConfigurationImport = route('settings.previewImport', 'POST /api/v1/configs/import/preview', {
  audit: 'none',
  summary: 'Compares a configuration file with the storage server and lists what an import would change.',
  body: z.strictObject({ configurationFile }),
  status: 200,
  response: z.object({
    entries: z.array(configurationPlanEntry),
    /** An import refuses a file with any. */
    problems: z.array(configurationFileProblem),
    /** Number of unchanged targets. */
    unchanged: z.number(),
    /**
     * Changes that wait for a restart, `section:target`. They aren't compared. `null`: unknown, because the visitor may not read
     * when the server started.
     */
    pending: z.nullable(z.array(z.string())),
    /** Identifies these changes; the import rejects any others. */
    fingerprint: z.string(),
  }),
})
export type ConfigurationPreview = z.infer<NonNullable<(typeof previewConfigurationImport)['response']>>

/** `restart`: saved, in effect after a restart. `skipped`: not sent, because the import stopped before. */
export const CONFIGURATION_OUTCOMES = ['applied', 'restart', 'failed', 'skipped'] as const
export type ConfigurationOutcome = (typeof CONFIGURATION_OUTCOMES)[number]

export const configurationResultEntry = z.object({
  section: z.string(),
  target: z.string(),
  change,
  line: z.number(),
  outcome: z.enum(CONFIGURATION_OUTCOMES),
  /** The storage server’s reason; '' for none. */
  message: z.string(),
  text: failureText,
})
export type ConfigurationResultEntry = z.infer<typeof configurationResultEntry>

/** What the file leaves out returns to its default. Each target is saved or refused as a whole. */
export const importConfiguration = route('settings.import', 'POST /api/v1/configs/import', {
  summary: 'Replaces the configuration with that of a file, section by section, and reports the outcome of each.',
  body: z.strictObject({ configurationFile, fingerprint: z.string().check(z.maxLength(128)) }),
  status: 200,
  response: z.object({
    entries: z.array(configurationResultEntry),
    /** Why the import stopped before its end; '' if it didn’t. */
    stopped: z.string(),
    text: failureText,
  }),
  refusal: z.object({ line: z.number() }),
  errors: ['InvalidConfiguration', 'ConfigurationOutdated', 'ConfigurationNoResponse'],
})
export type ConfigurationImportResult = z.infer<NonNullable<(typeof importConfiguration)['response']>>
