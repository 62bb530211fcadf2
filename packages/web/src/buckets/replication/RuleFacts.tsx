import type { ReplicationRule, ReplicationTarget } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { FactList } from '../../shared/FactList.tsx'
import { pairsOf } from '../../shared/fields/pairs.ts'
import { StateMark } from '../../shared/StateMark.tsx'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { RelativeTime } from '../../shared/text/RelativeTime.tsx'
import classes from './replication.module.css'
import { destinationOf, isTargetKnown } from './rule-text.ts'

/** The details of a rule and its target. */
export function RuleFacts({ bucket, rule }: { bucket: string; rule: ReplicationRule }) {
  const t = useTexts('replication')
  const { target } = rule
  const whether = (is: boolean) => t(is ? 'rule.replicated' : 'rule.notReplicated')
  const facts: [term: string, fact: ReactNode][] = [
    [t('rule.id'), <ObjectName key="id" name={rule.id} />],
    [t('rule.priority'), rule.priority],
    [
      t('rule.direction'),
      `${t('rule.directionValue', { bucket, target: destinationOf(rule) })}${rule.metadata_replication ? `, ${t('rule.bidirectional')}` : ''}`,
    ],
    ...(isTargetKnown(rule)
      ? ([
          [t('rule.server'), target.endpoint],
          [t('rule.state'), <TargetState key="state" target={target} />],
          [t('rule.tls'), t(target.secure ? 'rule.yes' : 'rule.no')],
          ...(target.region === '' ? [] : [[t('rule.region'), target.region] as const]),
          [t('rule.mode'), t(`remote.modes.${target.syncMode}`)],
          [
            t('rule.bandwidth'),
            target.bandwidth === 0 ? (
              t('rule.unlimited')
            ) : (
              <span key="bandwidth">
                <Bytes bytes={target.bandwidth} /> {t('rule.perSecond')}
              </span>
            ),
          ],
          [
            t('rule.healthCheck'),
            target.healthCheckPeriod === 0
              ? t('rule.healthCheckDefault')
              : t('rule.seconds', { count: target.healthCheckPeriod }),
          ],
        ] as [string, ReactNode][])
      : []),
    [t('rule.prefix'), rule.prefix === '' ? t('rule.all') : <ObjectName key="prefix" name={rule.prefix} />],
    [t('rule.tags'), rule.tags === '' ? t('rule.all') : <Tags key="tags" tags={rule.tags} />],
    [t('rule.storageClass'), rule.storageClass === '' ? t('rule.storageClassDefault') : rule.storageClass],
    [t('rule.deleteMarkers'), whether(rule.delete_marker_replication)],
    [t('rule.deletes'), whether(rule.deletes_replication)],
    [t('rule.existing'), whether(rule.existingObjects)],
    [
      t('rule.arn'),
      <span key="arn" className={classes.arn}>
        {rule.destination.bucket}
      </span>,
    ],
  ]
  return (
    <>
      <FactList facts={facts} className={classes.facts} />
      {!isTargetKnown(rule) && <p>{t('rule.targetUnknown')}</p>}
    </>
  )
}

function Tags({ tags }: { tags: string }) {
  return pairsOf(tags).map(({ key, value }, index) => (
    <span key={key}>
      {index > 0 && ', '}
      <ObjectName name={`${key}=${value}`} />
    </span>
  ))
}

/** Whether the other server responds, according to the last check of the storage server. */
function TargetState({ target: { online, lastOnline } }: { target: ReplicationTarget }) {
  const t = useTexts('replication')
  if (online) {
    return <StateMark tone="good" text={t('rule.online')} />
  }
  // Servers report a new target as offline until their first check.
  if (lastOnline === '') return t('rule.notChecked')
  return (
    <>
      <StateMark tone="bad" text={t('rule.offlineSince')} /> <RelativeTime iso={lastOnline} />
    </>
  )
}
