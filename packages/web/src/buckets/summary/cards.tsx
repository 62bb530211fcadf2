import {
  getBucket,
  getBucketTags,
  getCors,
  type getObjectLocking,
  getQuota,
  getReplication,
  getReplicationStatus,
  getRetention,
  getVersioning,
  listBucketFigures,
  type RouteResponse,
} from '@cooperage/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { useNavigation } from '../../navigation/navigation.ts'
import { bucketPath } from '../../navigation/paths/buckets.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { type CardEdit, SettingCard } from '../../shared/SettingCard.tsx'
import { StateMark } from '../../shared/StateMark.tsx'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { comma } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import classes from '../detail/bucket.module.css'
import { type Permission, useDenied } from '../index.ts'
import { isDown, isFailing } from '../replication/failing.ts'
import { UsageAge } from '../UsageAge.tsx'
import { encryptionKind, keyName } from './encryption-state.ts'
import { useEncryption } from './use-encryption.ts'

interface EditableCardProps {
  bucket: string
  onEdit: () => void
}

/** The edit action of a card, disabled with the reason where the account may not use it. */
export function useEdit(bucket: string, permission: Permission, label: string, onClick: () => void): CardEdit {
  return { label, onClick, disabledReason: useDenied(bucket, permission)[permission] }
}

export function AccessCard({ bucket, onEdit }: EditableCardProps) {
  const t = useTexts('bucket')
  const query = useApiQuery(getBucket, { params: { bucket } })
  const edit = useEdit(bucket, 'writePolicy', t('summary.access.edit'), onEdit)
  // A custom policy can be read in the editor even without permission to change it.
  const isShown = query.data?.access === 'CUSTOM'
  return (
    <SettingCard
      label={t('summary.access.label')}
      query={query}
      edit={isShown ? { ...edit, disabledReason: undefined } : edit}
    >
      {({ access }) => {
        const known = access || 'unknown'
        return { value: t(`summary.access.values.${known}`), note: t(`summary.access.notes.${known}`) }
      }}
    </SettingCard>
  )
}

/** The usage that the storage server last counted, which may be a while ago. */
export function UsageCard({ bucket }: { bucket: string }) {
  const t = useTexts('bucket')
  const query = useApiQuery(listBucketFigures, {})
  return (
    <SettingCard label={t('summary.usage.label')} query={query}>
      {({ figures, countedAt }) => {
        const own = figures.find(({ name }) => name === bucket)
        if (!own) return { value: t('summary.usage.notCounted') }
        return {
          value: (
            <>
              <Bytes bytes={own.size} />
              {comma()}
              {t('summary.usage.objects', { count: own.objects, number: formatCount(own.objects) })}
            </>
          ),
          note: <UsageAge countedAt={countedAt} readAt={query.dataUpdatedAt} failure={undefined} />,
        }
      }}
    </SettingCard>
  )
}

export function VersioningCard({ bucket, onEdit }: EditableCardProps) {
  const t = useTexts('bucket')
  const query = useApiQuery(getVersioning, { params: { bucket } })
  return (
    <SettingCard
      label={t('summary.versioning.label')}
      query={query}
      edit={useEdit(bucket, 'writeVersioning', t('summary.versioning.edit'), onEdit)}
    >
      {({ status, excluded_prefixes: prefixes, exclude_folders: folders }) => {
        const state = status || 'never'
        const excluded = [
          ...(prefixes.length > 0 ? [t('summary.versioning.excluded', { count: prefixes.length })] : []),
          ...(folders ? [t('summary.versioning.foldersExcluded')] : []),
        ]
        return {
          value: t(`summary.versioning.values.${state}`),
          note: (
            <>
              <p>{t(`summary.versioning.notes.${state}`)}</p>
              {excluded.length > 0 && <p title={prefixes.map(plainName).join('\n')}>{excluded.join(comma())}</p>}
            </>
          ),
        }
      }}
    </SettingCard>
  )
}

export function QuotaCard({ bucket, onEdit }: EditableCardProps) {
  const t = useTexts('bucket')
  const query = useApiQuery(getQuota, { params: { bucket } })
  return (
    <SettingCard
      label={t('summary.quota.label')}
      query={query}
      edit={useEdit(bucket, 'writeQuota', t('summary.quota.edit'), onEdit)}
    >
      {({ type, quota, max_objects: objects = 0 }) => ({
        value: type === '' ? t('summary.quota.none') : <Bytes bytes={quota} />,
        note: (
          <>
            <p>{t(type === '' ? 'summary.quota.noneNote' : `summary.quota.types.${type}`)}</p>
            {objects > 0 && <p>{t('summary.quota.objects', { number: formatCount(objects) })}</p>}
          </>
        ),
      })}
    </SettingCard>
  )
}

/** Set when the bucket is created: there is nothing to edit. */
export function LockingCard({ query }: { query: UseQueryResult<RouteResponse<typeof getObjectLocking>, ApiError> }) {
  const t = useTexts('bucket')
  return (
    <SettingCard label={t('summary.locking.label')} query={query}>
      {({ object_locking_enabled: isOn }) => ({
        value: t(isOn ? 'summary.locking.on' : 'summary.locking.off'),
        note: t(isOn ? 'summary.locking.onNote' : 'summary.locking.offNote'),
      })}
    </SettingCard>
  )
}

/** Only for buckets with locking. */
export function RetentionCard({ bucket, onEdit }: EditableCardProps) {
  const t = useTexts('bucket')
  const query = useApiQuery(getRetention, { params: { bucket } })
  return (
    <SettingCard
      label={t('summary.retention.label')}
      query={query}
      edit={useEdit(bucket, 'writeRetention', t('summary.retention.edit'), onEdit)}
    >
      {({ mode, unit, validity }) => {
        if (mode === '' || unit === '') {
          return { value: t('summary.retention.none'), note: t('summary.retention.noneNote') }
        }
        const time = t(`summary.retention.${unit}`, { count: validity })
        return {
          value: t('summary.retention.value', { mode: t(`summary.retention.modes.${mode}`), time }),
          note: t('summary.retention.note'),
        }
      }}
    </SettingCard>
  )
}

export function EncryptionCard({ bucket, onEdit }: EditableCardProps) {
  const t = useTexts('bucket')
  const query = useEncryption(bucket)
  return (
    <SettingCard
      label={t('summary.encryption.label')}
      query={query}
      edit={useEdit(bucket, 'writeEncryption', t('summary.encryption.edit'), onEdit)}
    >
      {({ algorithm, kmsMasterKeyID }) => {
        const kind = encryptionKind(algorithm)
        return {
          value: t(`summary.encryption.values.${kind}`),
          note: t(`summary.encryption.notes.${kind}`, { key: keyName(kmsMasterKeyID) }),
        }
      }}
    </SettingCard>
  )
}

/** Maximum number of tags on the card; all of them are in the modal. */
const SHOWN = 6

export function TagsCard({ bucket, onEdit }: EditableCardProps) {
  const t = useTexts('bucket')
  const query = useApiQuery(getBucketTags, { params: { bucket } })
  return (
    <SettingCard
      label={t('summary.tags.label')}
      query={query}
      edit={useEdit(bucket, 'writeTags', t('summary.tags.edit'), onEdit)}
    >
      {({ tags }) =>
        tags.length === 0
          ? { value: t('summary.tags.none'), note: t('summary.tags.noneNote') }
          : {
              value: t('summary.tags.count', { count: tags.length }),
              note: (
                <ul className={classes.tags}>
                  {tags.slice(0, SHOWN).map(({ key, value }) => (
                    <li key={key} className={classes.tag}>
                      {plainName(value === '' ? key : `${key}: ${value}`)}
                    </li>
                  ))}
                  {tags.length > SHOWN && <li>{t('summary.tags.more', { count: tags.length - SHOWN })}</li>}
                </ul>
              ),
            }
      }
    </SettingCard>
  )
}

/** Which pages of other origins may use the bucket; on a server without CORS rules per bucket the card says so. */
export function CorsCard({ bucket, onEdit }: EditableCardProps) {
  const t = useTexts(['bucket', 'shared'])
  const query = useApiQuery(getCors, { params: { bucket } })
  const edit = useEdit(bucket, 'writeCors', t('summary.cors.edit'), onEdit)
  return (
    <SettingCard label={t('summary.cors.label')} query={query} edit={query.data?.is_offered ? edit : undefined}>
      {({ is_offered: isOffered, rules }) => {
        if (!isOffered) return { value: t('shared:settingCard.notSupported'), note: t('summary.cors.notOfferedNote') }
        if (rules.length === 0) return { value: t('summary.cors.none'), note: t('summary.cors.noneNote') }
        return {
          value: t('summary.cors.count', { count: rules.length }),
          note: [...new Set(rules.flatMap(({ origins }) => origins))].join(', '),
        }
      }}
    </SettingCard>
  )
}

/** A bucket with any rule is replicated (spec core-console 3). Edit opens the tab with the rules. */
export function ReplicationCard({ bucket }: { bucket: string }) {
  const t = useTexts('bucket')
  const { push } = useNavigation()
  const edit = useEdit(bucket, 'readReplication', t('summary.replication.edit'), () =>
    push(bucketPath(bucket, 'replication')),
  )
  const query = useApiQuery(getReplication, { params: { bucket }, query: { with_offer: true } })
  const hasRules = query.data !== undefined && query.data.rules.length > 0
  const status = useApiQuery(getReplicationStatus, { params: { bucket } }, { enabled: hasRules })
  const failing = status.data?.targets.filter(isFailing) ?? []
  return (
    <SettingCard label={t('summary.replication.label')} query={query} edit={edit}>
      {({ rules, is_offered: isOffered }) =>
        rules.length === 0
          ? {
              value: t('summary.replication.off'),
              note: t(isOffered === false ? 'summary.replication.neverNote' : 'summary.replication.offNote'),
            }
          : {
              value: t('summary.replication.on'),
              note: (
                <>
                  {t('summary.replication.rules', { count: rules.length })}
                  {failing.length > 0 && (
                    <>
                      {comma()}
                      <AppLink to={bucketPath(bucket, 'replication/status')}>
                        <StateMark
                          tone="bad"
                          text={t(`summary.replication.failing.${failing.some(isDown) ? 'offline' : 'failed'}`)}
                        />
                      </AppLink>
                    </>
                  )}
                </>
              ),
            }
      }
    </SettingCard>
  )
}
