import type { EffectivePermissions } from '@cooperage/contract'
import type { TFunction } from 'i18next'
import type { CsvTable } from '../../shared/csv.ts'
import { comma } from '../../shared/text/punctuation.ts'

/** The summary of effective permissions as a table for a file. */
export function permissionsTable(
  { summary: { fullAccess, resources, administration } }: Pick<EffectivePermissions, 'summary'>,
  t: TFunction<'effective'>,
): CsvTable {
  const yes = (is: boolean) => (is ? t('csv.yes') : '')
  return [
    [t('csv.resource'), t('csv.except'), t('csv.access'), t('conditional'), t('narrowed')],
    [
      ...fullAccess.map(({ scope, isConditional, isNarrowed }) => [
        t(`fullAccess.${scope}`),
        '',
        t('csv.everything'),
        yes(isConditional),
        yes(isNarrowed),
      ]),
      ...resources.map(({ resource, except, kinds, conditionalKinds, isNarrowed }) => [
        resource === '*' ? t('everywhere') : resource,
        except.join(', '),
        kinds.map((kind) => t(`kinds.${kind}`)).join(comma()),
        conditionalKinds.map((kind) => t(`kinds.${kind}`)).join(comma()),
        yes(isNarrowed),
      ]),
      ...administration.map(({ area, actions, isConditional }) => [
        t(`areas.${area}`),
        '',
        actions.join(', '),
        yes(isConditional),
        '',
      ]),
    ],
  ]
}

/** The bucket and the folder that a resource pattern names; undefined if its bucket has a wildcard or a variable. */
export function placeOfResource(resource: string): { bucket: string; prefix: string } | undefined {
  const [start = ''] = resource.split(/[*?]|\$\{/, 1)
  const slash = start.indexOf('/')
  if (slash < 0) return start === resource && start !== '' ? { bucket: start, prefix: '' } : undefined
  if (slash === 0) return undefined
  const path = start.slice(slash + 1)
  return { bucket: start.slice(0, slash), prefix: path.slice(0, path.lastIndexOf('/') + 1) }
}
