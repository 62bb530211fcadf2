import { downloadObject } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { callUrl } from '../../shared/api/call.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import classes from './Preview.module.css'
import { addressOfPreviewed } from './read-range.ts'
import type { PreviewedObject } from './viewers/viewer.ts'

interface MediaPlayerProps {
  object: PreviewedObject
  name: string
  kind: 'video' | 'audio'
  /** The content is no audio or video that the browser plays. */
  onFailed: () => void
}

/**
 * Sound or video in the browser's player, which reads ranges: it starts immediately, and seeking reads only what follows. It is an
 * element of the page and not of the preview frame, which has no cookie to read the object with; a player runs no content.
 */
export function MediaPlayer({ object, name, kind, onFailed }: MediaPlayerProps) {
  const t = useTexts('preview')
  const Player = kind
  return (
    <div className={classes.player}>
      <Player
        className={classes.media}
        src={callUrl(downloadObject, addressOfPreviewed(object))}
        aria-label={t('media.label', { name: plainName(name) })}
        tabIndex={0}
        controls
        preload="metadata"
        playsInline
        onError={onFailed}
      />
    </div>
  )
}
