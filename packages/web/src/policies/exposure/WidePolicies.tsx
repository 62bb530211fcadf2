import type { listWidePolicies, RouteResponse, WidePolicy } from '@cooperage/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { policyPath } from '../../navigation/paths/policies.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import layout from '../../shared/layout.module.css'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { comma, nameList } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import classes from './exposure.module.css'
import { PublicAccess } from './PublicAccess.tsx'
import { QuerySection } from './QuerySection.tsx'

/** As many names as one reads. */
const SHOWN = 20

/** The policies that allow everything, and their attachments. */
export function WidePolicies({ query }: { query: UseQueryResult<RouteResponse<typeof listWidePolicies>, ApiError> }) {
  const t = useTexts('exposure')
  return (
    <QuerySection title={t('policies.title')} hint={t('policies.hint')} query={query}>
      {({ policies, unreadable }) => (
        <>
          {policies.length === 0 && <p className={layout.muted}>{t('policies.none')}</p>}
          {policies.length > 0 && (
            <ul className={classes.findings}>
              {policies.map((policy) => (
                <OnePolicy key={policy.name} policy={policy} />
              ))}
            </ul>
          )}
          {unreadable.length > 0 && <p>{t('policies.unreadable', { names: nameList(unreadable) })}</p>}
        </>
      )}
    </QuerySection>
  )
}

function OnePolicy({ policy: { name, openings, users, groups, attachmentsPermission } }: { policy: WidePolicy }) {
  const t = useTexts('exposure')
  const inLine = (names: readonly string[]) => shortList(names, (more) => t('policies.andMore', { count: more }))
  return (
    <li className={classes.finding}>
      <div className={classes.head}>
        <h3>
          <ObjectName name={name} />
        </h3>
        <AppLink
          to={policyPath(name)}
          className={classes.link}
          aria-label={t('policies.openOf', { policy: plainName(name) })}
        >
          {t('policies.open')}
        </AppLink>
      </div>
      {users.length > 0 && <p>{t('policies.users', { names: inLine(users) })}</p>}
      {groups.length > 0 && <p>{t('policies.groups', { names: inLine(groups) })}</p>}
      {attachmentsPermission !== '' && <p>{t('policies.attachmentsUnread', { permission: attachmentsPermission })}</p>}
      {attachmentsPermission === '' && users.length + groups.length === 0 && <p>{t('policies.nobody')}</p>}
      {openings.map((opening) => (
        <PublicAccess key={opening.number} opening={opening}>
          {opening.fullAccess.map((scope) => (
            <li key={scope}>
              <span className={classes.kind}>{t(`policies.fullAccess.${scope}`)}</span>
            </li>
          ))}
        </PublicAccess>
      ))}
    </li>
  )
}

/** Names in one line: `a, b, c, and 17 more`. */
export function shortList(names: readonly string[], more: (count: number) => string): string {
  const shown = names.slice(0, SHOWN)
  return names.length > SHOWN ? [...shown, more(names.length - SHOWN)].join(comma()) : shown.join(comma())
}
