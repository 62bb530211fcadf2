import { IconFolderFilled } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import layout from '../shared/layout.module.css'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { type Entry, isFolder, leafName } from './entry.ts'
import { fileIcon } from './file-icon.ts'
import classes from './objects.module.css'

interface EntryNameProps {
  entry: Entry
  /** The prefix of the current folder. */
  prefix: string
  /** A path of `navigation/paths`; undefined if the row shows it in another way. */
  to: string | undefined
}

/** The name of a row with its icon, as a link to its page if it has one. */
export function EntryName({ entry, prefix, to }: EntryNameProps) {
  const t = useTexts('objects')
  const name = leafName(entry.key, prefix)
  // A search shows objects from sub-folders, with their path.
  const own = name.lastIndexOf('/') + 1
  const shared = { className: classes.entry, ...(own > 0 && { 'aria-label': plainName(name) }) }
  const FileIcon = fileIcon(entry.key)
  const content = (
    <>
      {isFolder(entry) ? (
        <IconFolderFilled size={18} aria-hidden="true" className={classes.folderIcon} />
      ) : (
        <FileIcon size={18} aria-hidden="true" className={classes.fileIcon} />
      )}
      {own > 0 ? (
        <span className={classes.path} title={plainName(name)}>
          <span className={`${layout.cut} ${classes.way}`}>
            <ObjectName name={name.slice(0, own)} />
          </span>
          <span className={`${layout.cut} ${classes.name}`}>
            <ObjectName name={name.slice(own)} />
          </span>
        </span>
      ) : (
        <span className={`${layout.cut} ${classes.name}`} title={plainName(name)}>
          <ObjectName name={name} />
        </span>
      )}
    </>
  )
  return (
    <>
      {to === undefined ? (
        <span {...shared}>{content}</span>
      ) : (
        <AppLink to={to} tabIndex={-1} {...shared}>
          {content}
        </AppLink>
      )}
      {isFolder(entry) && <span className={layout.hidden}> {t('folder')}</span>}
    </>
  )
}
