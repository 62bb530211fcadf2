import '../../messages/en/replication.ts'
import { getReplication } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { bucketPath } from '../../navigation/paths/buckets.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { LinkTabs } from '../../shared/LinkTabs.tsx'
import { NotFoundPage } from '../../shared/NotFoundPage.tsx'
import bucketClasses from '../detail/bucket.module.css'
import type { BucketTabProps } from '../detail/tabs.ts'
import { RuleList } from './RuleList.tsx'
import { StatusPart } from './StatusPart.tsx'

const PARTS = ['rules', 'status'] as const

/** The replication rules of the bucket (spec core-console 2), and how replication goes if there are any. */
export function ReplicationTab({ bucket, rest }: BucketTabProps) {
  const t = useTexts('replication')
  const rules = useApiQuery(getReplication, { params: { bucket } }).data?.rules
  if (rest !== '' && rest !== 'status') return <NotFoundPage />
  const hasParts = rest === 'status' || (rules !== undefined && rules.length > 0)
  if (!hasParts) {
    return (
      <div className={bucketClasses.list}>
        <RuleList bucket={bucket} />
      </div>
    )
  }
  const current = rest === '' ? 'rules' : rest
  return (
    <div className={bucketClasses.access} data-fits={current === 'rules' || undefined}>
      <LinkTabs
        label={t('parts.label')}
        current={current}
        tabs={PARTS.map((id) => ({
          id,
          label: t(`parts.${id}`),
          to: bucketPath(bucket, id === 'rules' ? 'replication' : `replication/${id}`),
        }))}
      />
      {current === 'rules' ? <RuleList bucket={bucket} /> : <StatusPart bucket={bucket} />}
    </div>
  )
}
