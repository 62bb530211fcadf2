import { Component, type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react'
import { textGroup, useTexts } from '../../../messages/use-texts.ts'
import { lazyPart } from '../../../shared/lazy-part.ts'
import { Message } from '../viewers/Message.tsx'
import type { Viewer, ViewerProps } from '../viewers/viewer.ts'
import classes from '../viewers/viewers.module.css'
import { viewersOf } from '../viewers/viewers.ts'

type PreviewFrameProps = Omit<ViewerProps, 'signal'>

/** The content of the preview frame: the viewer for the object, and a menu of those that match too. */
export function PreviewFrame({ object, readRange }: PreviewFrameProps) {
  const t = useTexts('preview')
  const [offered] = useState(() => viewersOf(object.key, object.contentType, object.size))
  const [kind, setKind] = useState(offered[0]?.kind)
  const [failure, setFailure] = useState<string>()
  const viewer = offered.find((one) => one.kind === kind)
  if (viewer === undefined || object.size === 0) {
    return (
      <div className={classes.frame}>
        <Message text={object.size === 0 ? t('isEmpty') : t('noViewer')} />
      </div>
    )
  }
  return (
    <div className={classes.frame}>
      {offered.length > 1 && (
        <label className={classes.kinds}>
          {t('viewAs')}
          <select
            className={classes.select}
            value={kind}
            onChange={(event) => {
              setFailure(undefined)
              setKind(event.currentTarget.value)
            }}
          >
            {offered.map((one) => (
              <option key={one.kind} value={one.kind}>
                {labelOf(one, textGroup('preview', 'kinds'))}
              </option>
            ))}
          </select>
        </label>
      )}
      <main className={classes.content} data-kind={kind}>
        {failure === undefined ? (
          <FailureBoundary key={kind} onFailure={setFailure}>
            <LoadedViewer viewer={viewer} object={object} readRange={readRange} />
          </FailureBoundary>
        ) : (
          <Message text={failure} isFailure />
        )}
      </main>
    </div>
  )
}

function labelOf({ kind }: Viewer, labels: Record<string, string>): string {
  return labels[kind] ?? kind
}

/** The viewer once its code is loaded. */
function LoadedViewer({ viewer, object, readRange }: PreviewFrameProps & { viewer: Viewer }) {
  const Loaded = useMemo<ComponentType<ViewerProps>>(() => lazyPart(viewer.load), [viewer])
  const [abort, setAbort] = useState<AbortController>()
  useEffect(() => {
    const current = new AbortController()
    setAbort(current)
    return () => current.abort()
  }, [])
  return abort === undefined ? null : <Loaded object={object} readRange={readRange} signal={abort.signal} />
}

interface FailureBoundaryProps {
  onFailure: (message: string) => void
  children: ReactNode
}

/** Replaces a viewer that threw by its message. */
class FailureBoundary extends Component<FailureBoundaryProps> {
  override readonly state = { isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error instanceof Error ? error.message : String(error))
  }

  override render() {
    return this.state.isFailed ? null : this.props.children
  }
}
