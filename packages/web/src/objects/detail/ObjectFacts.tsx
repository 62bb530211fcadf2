import type { ObjectDetails } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import layout from '../../shared/layout.module.css'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { formatCount, formatDate } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { Timestamp } from '../../shared/text/Timestamp.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { Card } from './Card.tsx'
import classes from './detail.module.css'
import { nameOf, type ObjectRef } from './object-ref.ts'

interface ObjectFactsProps {
  object: ObjectRef
  details: ObjectDetails
}

/** The properties of the object. Unknown ones have no line, except the encryption: that there is none matters. */
export function ObjectFacts({ object, details }: ObjectFactsProps) {
  const t = useTexts('objectDetail')
  const { encryption, expiry } = details
  const path = `${object.bucket}/${object.key}`
  const withCopyButton = (value: string, what: string): ReactNode =>
    value !== '' && (
      <>
        <bdi className={classes.code}>{plainName(value)}</bdi>
        <CopyButton text={value} what={what} />
      </>
    )
  const facts: [label: string, value: ReactNode][] = [
    [t('info.name'), <ObjectName key="name" name={nameOf(object)} />],
    [
      t('info.path'),
      <>
        <span key="path" className={classes.code}>
          <ObjectName name={path} />
        </span>
        <CopyButton text={path} what={t('info.path')} />
      </>,
    ],
    [t('info.size'), <Bytes key="size" bytes={details.size} />],
    [t('info.modified'), <Timestamp key="modified" iso={details.last_modified} />],
    [t('info.version'), withCopyButton(details.version_id, t('info.version'))],
    [t('info.etag'), withCopyButton(details.etag, t('info.etag'))],
    ...details.checksums.map(({ algorithm, value, kind }): [string, ReactNode] => [
      t('info.checksum', { algorithm }),
      <>
        {withCopyButton(value, t('info.checksum', { algorithm }))}
        <span key="kind" className={layout.note}>
          {t(kind === 'COMPOSITE' ? 'info.checksumParts' : 'info.checksumWhole')}
        </span>
      </>,
    ]),
    [t('info.storageClass'), <bdi key="class">{details.storage_class}</bdi>],
    [
      t('info.encryption'),
      encryption.kind === ''
        ? t('info.encryptionNone')
        : [encryption.kind, plainName(encryption.key_id)].filter((text) => text !== '').join(', '),
    ],
    [t('info.parts'), details.part_count > 0 && formatCount(details.part_count)],
    [t('info.replication'), details.replication_status],
    [
      t('info.expiry'),
      expiry.date !== '' && t('info.expiryRule', { time: formatDate(expiry.date), rule: plainName(expiry.rule) }),
    ],
  ]
  return (
    <Card label={t('info.label')}>
      <dl className={classes.facts}>
        {facts.map(
          ([label, value]) =>
            value !== '' &&
            value !== false && (
              <div key={label} className={classes.fact}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  )
}
