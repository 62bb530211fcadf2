import { IconFolderFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { scrollIdle } from '../../shared/scroll-idle.ts'
import { type Entry, isFolder } from '../entry.ts'
import { fileIcon } from '../file-icon.ts'
import classes from './FolderGrid.module.css'
import { hasThumbnail, thumbnailOf } from './thumbnails.ts'

/** Tiles that are only scrolled past load nothing. */
const SCROLLING_WAITS_MS = 2_000

interface ThumbnailProps {
  bucket: string
  entry: Entry
  canRead: boolean
}

/** The picture of a tile: of the image once it is loaded, otherwise an icon. */
export function Thumbnail({ bucket, entry, canRead }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isShown, setShown] = useState(false)
  const mayHave = canRead && !isFolder(entry) && hasThumbnail(entry)
  useEffect(() => {
    if (!mayHave) return
    const abort = new AbortController()
    const load = async () => {
      await scrollIdle(SCROLLING_WAITS_MS)
      if (abort.signal.aborted) return
      const picture = await thumbnailOf(bucket, entry, abort.signal)
      if (abort.signal.aborted || picture === undefined || canvas.current === null) return
      canvas.current.width = picture.width
      canvas.current.height = picture.height
      canvas.current.getContext('2d')?.drawImage(picture, 0, 0)
      setShown(true)
    }
    void load()
    return () => abort.abort()
  }, [bucket, entry, mayHave])
  const FileIcon = fileIcon(entry.key)
  return (
    <span className={classes.picture} data-folder={isFolder(entry) || undefined} aria-hidden="true">
      {mayHave && <canvas ref={canvas} className={classes.image} hidden={!isShown} />}
      {!isShown && (isFolder(entry) ? <IconFolderFilled size={48} /> : <FileIcon size={44} />)}
    </span>
  )
}
