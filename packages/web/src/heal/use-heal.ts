import { type HealedItem, type HealProgress, watchHeal } from '@cooperage/contract'
import { useEffect, useRef, useState } from 'react'
import { useLiveView } from '../shared/live/use-live-view.ts'
import { type FollowedHeal, followedHeal, followHeal } from './followed-heal.ts'

/** Items that the page keeps, newest first. */
export const KEPT_ITEMS = 500

export interface HealForm {
  bucket: string
  prefix: string
  recursive: boolean
  deep: boolean
  isForced: boolean
}

const flag = (value: boolean) => (value ? 'true' : 'false')

/** A heal and its progress. It is resumed when the page is opened again in this tab. */
export function useHeal(onResume: (heal: FollowedHeal) => void) {
  const [progress, setProgress] = useState<HealProgress>()
  const [items, setItems] = useState<readonly HealedItem[]>([])
  const followed = useRef<FollowedHeal>(undefined)
  const [isStopping, setStopping] = useState(false)
  const view = useLiveView(watchHeal, (message) => {
    setProgress(message)
    setItems((before) => [...message.itemsHealthStatus.toReversed(), ...before].slice(0, KEPT_ITEMS))
    if (followed.current === undefined) return
    followed.current = { ...followed.current, token: message.clientToken }
    followHeal(message.summary === 'running' ? followed.current : undefined)
  })
  const { start: startView } = view

  /** Each connection after the first one resumes the heal by its token, instead of starting another. */
  const connect = (first: FollowedHeal, isForced: boolean) => {
    followed.current = first
    setStopping(false)
    startView(() => {
      const { bucket, prefix, recursive, deep, token } = followed.current ?? first
      const query = { prefix, recursive: flag(recursive), scan: deep ? 'deep' : 'normal', token } as const
      return {
        params: { bucket },
        query: { ...query, 'force-start': flag(isForced && token === ''), 'force-stop': 'false' },
      }
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it resumes once, with the page
  useEffect(() => {
    const left = followedHeal()
    if (left === undefined) return
    onResume(left)
    connect(left, false)
  }, [])

  return {
    ...view,
    isRunning: view.status === 'running' && !isStopping,
    isStopping: view.status === 'running' && isStopping,
    /** The view ended because the heal was stopped here. */
    isStopped: view.status === 'ended' && isStopping,
    progress,
    items,
    startHeal: ({ isForced, ...form }: HealForm) => {
      setProgress(undefined)
      setItems([])
      connect({ ...form, token: '' }, isForced)
    },
    stopHeal: ({ bucket, prefix }: HealForm) => {
      followed.current = undefined
      followHeal(undefined)
      setStopping(true)
      const off = { recursive: 'false', scan: 'normal', 'force-start': 'false', token: '' } as const
      startView({ params: { bucket }, query: { ...off, prefix, 'force-stop': 'true' } })
    },
  }
}
