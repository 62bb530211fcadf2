import { getSiteEntity, type Site, type SiteEntityDetails, type SiteEntityDifference } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { StateMark } from '../shared/StateMark.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { listed } from './site-names.ts'

interface DifferenceDialogProps {
  difference: SiteEntityDifference
  sites: readonly Site[]
  onClose: () => void
}

/** Where a bucket, policy, user or group is, what of it differs, and when it was last changed here. */
export function DifferenceDialog({ difference: { entity, name }, sites, onClose }: DifferenceDialogProps) {
  const t = useTexts(['siteReplication', 'shared'])
  const query = useApiQuery(getSiteEntity, { query: { entity, name } }, { staleTime: 0 })
  const { data, error } = query
  return (
    <ModalForm
      title={plainName(name)}
      submitLabel={t('shared:close')}
      hasOneButton
      onSubmit={onClose}
      onClose={onClose}
    >
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />}
      {!error && data === undefined && <Loading />}
      {data && <Details details={data} sites={sites} />}
    </ModalForm>
  )
}

function Details({
  details: { isCompared, differs, sites: found, changedHere },
  sites,
}: {
  details: SiteEntityDetails
  sites: readonly Site[]
}) {
  const t = useTexts('siteReplication')
  const isEverywhere = sites.every((site) =>
    found.some(({ deploymentId, isThere }) => isThere && deploymentId === site.deploymentId),
  )
  return (
    <>
      <dl className={layout.facts}>
        {sites.map(({ deploymentId, name }) => {
          const state = found.find((one) => one.deploymentId === deploymentId)
          return (
            <div key={deploymentId}>
              <dt>
                <ObjectName name={name} />
              </dt>
              <dd>
                {state?.isDeleted ? (
                  <StateMark tone="warn" text={t('details.deleted')} />
                ) : state?.isThere ? (
                  <StateMark tone="good" text={t('details.there')} />
                ) : state === undefined && !isCompared ? (
                  <StateMark tone="bad" text={t('states.silent')} />
                ) : (
                  <StateMark tone="bad" text={t('details.missing')} />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <p>
        {differs.length > 0
          ? t('details.differs', { parts: listed(differs.map((part) => t(`parts.${part}`))) })
          : isEverywhere && t('details.same')}
      </p>
      <h3 className={layout.subheading}>{t('details.changed')}</h3>
      {changedHere.length === 0 ? (
        <p className={layout.note}>{t('details.unknownTime')}</p>
      ) : (
        <dl className={layout.facts}>
          {changedHere.map(({ part, at }) => (
            <div key={part}>
              <dt>{t(`parts.${part}`)}</dt>
              <dd>
                <Timestamp iso={at} isExact />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={layout.note}>{t('details.since')}</p>
    </>
  )
}
