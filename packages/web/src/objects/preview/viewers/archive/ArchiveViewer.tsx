import { formatBytes } from '@cooperage/contract'
import { IconFile, IconFolder, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../../messages/use-texts.ts'
import layout from '../../../../shared/layout.module.css'
import { formatCount } from '../../../../shared/text/numbers.ts'
import { ObjectName } from '../../../../shared/text/ObjectName.tsx'
import { Timestamp } from '../../../../shared/text/Timestamp.tsx'
import { DocumentFrame } from '../DocumentFrame.tsx'
import table from '../table/DataGrid.module.css'
import { useContent } from '../use-content.ts'
import type { ViewerProps } from '../viewer.ts'
import document from '../viewers.module.css'
import type { ArchiveEntry, ArchivePart } from './archive-entry.ts'
import { openArchive } from './archive-list.ts'

/** The most entries that are listed. */
const MAX_ENTRIES = 5000

const ICONS = { file: IconFile, folder: IconFolder, link: IconLink, other: IconFile }

/** What is in a zip or tar archive, as its own list says; nothing is unpacked. */
export function ArchiveViewer({ object, readRange }: ViewerProps) {
  const t = useTexts('previewDocuments')
  const archive = useContent(async () => {
    const opened = await openArchive(readRange, object.size)
    if (opened === undefined) throw new Error(t('archive.notOne'))
    return opened
  })
  const [parts, setParts] = useState<readonly ArchivePart[]>([])
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  if (failure !== undefined) throw failure
  if (archive === undefined) return null
  if ('gzip' in archive) {
    return (
      <DocumentFrame label={t('archive.label')}>
        <div className={document.remark}>
          <p>{t('archive.gzip')}</p>
          {archive.gzip.name !== '' && (
            <p>
              {t('archive.original')} <ObjectName name={archive.gzip.name} />
            </p>
          )}
        </div>
      </DocumentFrame>
    )
  }
  const all = [archive.first, ...parts]
  const entries = all.flatMap((part) => part.entries)
  const last = all.at(-1)
  const next = entries.length < MAX_ENTRIES ? last?.next : undefined
  const load = (from: number) => {
    setLoading(true)
    archive.readPart(from).then(
      (part) => {
        setParts([...parts, part])
        setLoading(false)
      },
      (error: unknown) => setFailure(error),
    )
  }
  const count = { count: entries.length, number: formatCount(entries.length) }
  return (
    <DocumentFrame
      label={t('archive.label')}
      facts={
        <>
          <span role="status">
            {last?.next === undefined ? t('archive.entries', count) : t('archive.firstEntries', count)}
          </span>
          {last?.isDamaged && <span className={layout.warn}>{t('archive.damaged')}</span>}
        </>
      }
      actions={
        next !== undefined && (
          <button type="button" className={document.button} disabled={isLoading} onClick={() => load(next)}>
            {t('more')}
          </button>
        )
      }
    >
      {entries.length === 0 ? (
        <p className={document.remark}>{t('archive.empty')}</p>
      ) : (
        <table className={table.grid} aria-label={t('archive.label')}>
          <thead>
            <tr>
              <th scope="col">{t('archive.name')}</th>
              <th scope="col" data-number>
                {t('archive.size')}
              </th>
              <th scope="col">{t('archive.modified')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names occur twice, and nothing moves
              <Entry key={at} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
    </DocumentFrame>
  )
}

function Entry({ entry: { name, size, modified, kind, isEncrypted } }: { entry: ArchiveEntry }) {
  const t = useTexts('previewDocuments')
  const Icon = ICONS[kind]
  return (
    <tr>
      <td className={table.entryName}>
        <Icon size={16} aria-hidden="true" className={table.entryIcon} /> <ObjectName name={name} />
        {isEncrypted && <span className={layout.muted}> {t('archive.encrypted')}</span>}
      </td>
      <td data-number>{kind === 'folder' ? '' : formatBytes(size)}</td>
      <td>
        <Timestamp iso={modified} />
      </td>
    </tr>
  )
}
