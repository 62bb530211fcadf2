import { type SessionEvent, watchSession } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLiveView } from '../src/shared/live/use-live-view.ts'

export default function LivePiece() {
  const [received, setReceived] = useState<SessionEvent['kind'][]>([])
  const view = useLiveView(watchSession, (news) => setReceived((before) => [...before, news.kind]))
  return (
    <>
      <Button onClick={() => view.start({})}>Start</Button>
      <Button variant="default" onClick={view.stop}>
        Stop
      </Button>
      <output>
        {view.status}, {view.isConnected ? 'connected' : 'not connected'}, {received.length} received, {view.dropped}{' '}
        dropped, failure: {view.failure ?? 'none'}
      </output>
    </>
  )
}
