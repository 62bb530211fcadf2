import '../../messages/en/effective.ts'
import { type PermissionDifference, type PolicyChange, type PrincipalKind, previewPolicies } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { AreaRow, FullAccessRow, ResourceRow } from '../effective/EffectiveSummary.tsx'
import effective from '../effective/effective.module.css'
import classes from '../policies.module.css'
import type { Principal } from './attachments.ts'

/** Resources that are shown of each list. */
const SHOWN = 20

interface PermissionChangeProps {
  principal: Principal
  /** The policies that it would have, sorted. */
  policies: readonly string[]
}

/** What a user, or the members of a group, gain and lose, all their policies taken together. */
export function PermissionChange({ principal: { kind, name }, policies }: PermissionChangeProps) {
  const t = useTexts('setPolicies')
  const body = { entityType: kind, entityName: name, policies: [...policies] }
  const { data, error, isFetching } = useApiQuery(previewPolicies, { body })
  return (
    <section className={classes.part} aria-busy={isFetching}>
      <h3>{t('preview.title')}</h3>
      {error && <p className={classes.note}>{t('preview.failed', { message: error.message })}</p>}
      {data && <ChangedPermissions kind={kind} change={data} shown={SHOWN} />}
    </section>
  )
}

interface ChangedPermissionsProps {
  kind: PrincipalKind
  change: PolicyChange
  /** Resources that are shown of each list. */
  shown: number
}

/** What is gained, what is lost, and what of it couldn't be compared. */
export function ChangedPermissions({ kind, change, shown }: ChangedPermissionsProps) {
  const t = useTexts('setPolicies')
  const { gained, lost, kept, isDisabled, unread } = change
  return (
    <>
      {isDisabled ? (
        <p className={classes.note}>{t(`preview.disabled.${kind}`)}</p>
      ) : (
        <>
          {isNothing(gained) && isNothing(lost) && <p className={classes.note}>{t('preview.same')}</p>}
          <Part label={t('preview.gained')} part={gained} shown={shown} />
          <Part label={t('preview.lost')} part={lost} shown={shown} />
          <Part
            label={t('preview.kept')}
            part={{ fullAccess: [], resources: kept, administration: [] }}
            shown={shown}
          />
        </>
      )}
      {unread.length > 0 && (
        <p className={classes.note}>
          {t('preview.unread', {
            names: unread.map(({ source }) => plainName(source.policy || source.attachedTo)).join(', '),
          })}
        </p>
      )}
    </>
  )
}

const isNothing = ({ fullAccess, resources, administration }: PermissionDifference) =>
  fullAccess.length + resources.length + administration.length === 0

function Part({ label, part, shown }: { label: string; part: PermissionDifference; shown: number }) {
  const t = useTexts()
  if (isNothing(part)) return null
  const { fullAccess, administration } = part
  // The scope says it already.
  const hasAll = (wanted: string) => fullAccess.some(({ scope }) => scope === wanted)
  const resources = part.resources.filter(({ resource }) => !(hasAll('storage') && resource === '*'))
  const hidden = resources.length - shown
  return (
    <div className={`${effective.page} ${classes.difference}`}>
      <div>
        <p className={classes.label}>{label}</p>
        <ul className={effective.rows} aria-label={label}>
          {fullAccess.map((scope) => (
            <FullAccessRow key={scope.scope} scope={scope} />
          ))}
          {resources.slice(0, shown).map((one) => (
            <ResourceRow key={`${one.resource} ${one.except.join(' ')}`} access={one} />
          ))}
          {hidden > 0 && <li>{t('more', { count: hidden, number: formatCount(hidden) })}</li>}
          {!hasAll('administration') && administration.map((grant) => <AreaRow key={grant.area} grant={grant} />)}
        </ul>
      </div>
    </div>
  )
}
