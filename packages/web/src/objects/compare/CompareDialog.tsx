import '../../messages/en/compare.ts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { formatSecond } from '../../shared/text/numbers.ts'
import { type ObjectRef, shortName } from '../detail/object-ref.ts'
import type { NumberedVersion } from '../detail/use-versions.ts'
import { ContentDifferences } from './ContentDifferences.tsx'
import classes from './compare.module.css'
import { PropertyTable } from './PropertyTable.tsx'

interface CompareDialogProps {
  object: ObjectRef
  /** The versions that have content, the newest first. */
  versions: readonly NumberedVersion[]
  /** The version whose row opened the dialog. */
  versionId: string
  onClose: () => void
}

/** Two versions of an object: their text side by side, and their properties. */
export function CompareDialog({ object, versions, versionId, onClose }: CompareDialogProps) {
  const t = useTexts(['compare', 'objectDetail'])
  const [chosen, setChosen] = useState(() => pairFor(versions, versionId))
  const data = versions.map((version) => {
    const number =
      version.number === undefined
        ? t('objectDetail:versions.unnumbered')
        : t('objectDetail:versions.number', { number: version.number })
    const named = version.is_latest ? t('latest', { number }) : number
    const option = { number: named, time: formatSecond(version.last_modified), id: version.version_id }
    return { value: version.version_id, label: t('option', option) }
  })
  const [before, after] = [chosen.before, chosen.after].map((id) => versions.find((one) => one.version_id === id))
  const refOf = (version: NumberedVersion) => ({ ...object, versionId: version.version_id })
  return (
    <ModalForm
      title={t('title', { name: shortName(object) })}
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('done')}
      hasOneButton
      isWidest
    >
      <div className={classes.choices}>
        {(['before', 'after'] as const).map((side) => (
          <NativeSelect
            key={side}
            label={t(side)}
            data={data}
            value={chosen[side]}
            data-autofocus={side === 'before' || undefined}
            onChange={(event) => {
              const { value } = event.currentTarget
              setChosen((was) => ({ ...was, [side]: value }))
            }}
          />
        ))}
      </div>
      {before && after && (
        <>
          <div>
            <h3 className={classes.heading}>{t('content')}</h3>
            <ContentDifferences
              before={refOf(before)}
              after={refOf(after)}
              sizes={[before.size, after.size]}
              etags={[before.etag, after.etag]}
            />
          </div>
          <div>
            <h3 className={classes.heading}>{t('properties')}</h3>
            <PropertyTable before={refOf(before)} after={refOf(after)} />
          </div>
        </>
      )}
    </ModalForm>
  )
}

/** An earlier version beside the latest one, and the latest one beside the version before it. */
function pairFor(versions: readonly NumberedVersion[], versionId: string): { before: string; after: string } {
  const [newest = versionId, second = versionId] = versions.map(({ version_id }) => version_id)
  return { before: versionId === newest ? second : versionId, after: newest }
}
