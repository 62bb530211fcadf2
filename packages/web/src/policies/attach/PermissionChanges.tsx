import { type PrincipalKind, previewPolicies } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { apiQuery } from '../../shared/api/use-api.ts'
import { NameChips } from '../../shared/text/NameChips.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import classes from '../policies.module.css'
import { idOf, type Principal } from './attachments.ts'
import { ChangedPermissions } from './PermissionChange.tsx'
import { alikeChanges } from './permission-changes.ts'

/** Principals that are compared at first, and with each press of the button: each is a separate call. */
const STEP = 10
/** Resources that are shown of each list. */
const SHOWN = 6
const ASK_AFTER_MS = 300

interface PermissionChangesProps {
  /** Those that the choice changes. */
  principals: readonly Principal[]
  /** The policies that each would have, sorted. */
  policies: readonly string[]
}

/** What several users and groups gain and lose, each with all its policies taken together. Equal changes are shown once. */
export function PermissionChanges({ principals, policies }: PermissionChangesProps) {
  const t = useTexts('setPolicies')
  const [limit, setLimit] = useState(STEP)
  // Not on each selected box: the response to the previous request would be discarded.
  const wanted = JSON.stringify(policies)
  const [settled] = useDebouncedValue(wanted, ASK_AFTER_MS)
  const compared = principals.slice(0, limit)
  const responses = useQueries({
    queries: compared.map(({ kind, name }) => ({
      ...apiQuery(previewPolicies, {
        body: { entityType: kind, entityName: name, policies: JSON.parse(settled) as string[] },
      }),
    })),
  })
  const isWaiting = settled !== wanted || responses.some(({ isPending }) => isPending)
  const changes = alikeChanges(
    compared.flatMap((principal, index) => {
      const change = responses[index]?.data
      return change === undefined ? [] : [{ principal, change }]
    }),
  )
  const failures = Map.groupBy(
    compared.flatMap(({ name }, index) => {
      const error = responses[index]?.error
      return error ? [{ name: plainName(name), message: error.message }] : []
    }),
    ({ message }) => message,
  )
  const left = principals.length - compared.length
  const countOf = (kind: PrincipalKind, count: number) =>
    t(kind === 'user' ? 'users' : 'groups', { count, number: formatCount(count) })
  return (
    <section className={classes.part} aria-busy={isWaiting}>
      <h3>{t('preview.title')}</h3>
      {isWaiting ? (
        <p className={classes.note}>{t('preview.comparing')}</p>
      ) : (
        <>
          {changes.map(({ kind, names, change }) => (
            <div key={idOf({ kind, name: names[0] ?? '' })} className={classes.alike}>
              <NameChips label={countOf(kind, names.length)} names={names} />
              <ChangedPermissions kind={kind} change={change} shown={SHOWN} />
            </div>
          ))}
          {[...failures].map(([message, failed]) => (
            <p key={message} className={classes.note}>
              {t('preview.failedFor', { names: failed.map(({ name }) => name).join(', '), message })}
            </p>
          ))}
        </>
      )}
      {left > 0 && (
        <div className={classes.left}>
          {t('preview.left', { number: formatCount(compared.length), total: formatCount(principals.length) })}
          <Button variant="default" size="compact-sm" onClick={() => setLimit(limit + STEP)}>
            {t('preview.compareMore', { number: formatCount(Math.min(left, STEP)) })}
          </Button>
        </div>
      )}
    </section>
  )
}
