import { countUsage, type RouteResponse } from '@cooperage/contract'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { SettingCard } from '../../shared/SettingCard.tsx'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { formatAge, formatCount } from '../../shared/text/numbers.ts'
import { comma } from '../../shared/text/punctuation.ts'
import { useNow } from '../../shared/use-now.ts'

type Part = RouteResponse<typeof countUsage>

/** What was counted so far; with `next`, counting continues there. `countedAt` is in milliseconds since the epoch. */
type Counted = Part & { countedAt: number }

/** The usage of a bucket at a server that doesn't report it: counted by listing, when the visitor asks for it. */
export function CountedUsageCard({ bucket, product }: { bucket: string; product: string }) {
  const t = useTexts('bucket')
  const { counted, isCounting, error, count, stop } = useCounting(bucket)
  const now = useNow()
  const isPartial = counted?.next !== undefined
  const action = isCounting ? 'stop' : isPartial ? 'continue' : counted ? 'countAgain' : 'count'
  return (
    <SettingCard
      label={t('summary.usage.ownLabel')}
      query={{ data: { usage: counted }, error, isPending: false, isFetching: isCounting, refetch: count }}
      edit={{
        text: t(`summary.usage.${action}`),
        label: t(`summary.usage.${action}Label`),
        onClick: isCounting ? stop : count,
      }}
    >
      {({ usage }) => {
        if (usage === undefined) {
          return { value: t('summary.usage.notCounted'), note: t('summary.usage.countNote', { product }) }
        }
        const age = formatAge(Math.max(0, now - usage.countedAt))
        const state = isCounting ? 'counting' : isPartial ? 'partial' : usage.counts
        return {
          value: (
            <>
              <Bytes bytes={usage.size} />
              {comma()}
              {t('summary.usage.objects', { count: usage.objects, number: formatCount(usage.objects) })}
            </>
          ),
          note: <span role="status">{t(`summary.usage.states.${state}`, { age })}</span>,
        }
      }}
    </SettingCard>
  )
}

/** Counts call by call. The result is kept with the other responses; leaving the page stops the work, and it can continue. */
function useCounting(bucket: string) {
  const client = useQueryClient()
  const queryKey = [countUsage.id, { params: { bucket } }]
  const { data: counted } = useQuery<Counted>({ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
  const [isCounting, setCounting] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    const work = new AbortController()
    running.current = work
    setError(null)
    setCounting(true)
    let sum = counted?.next === undefined ? undefined : counted
    try {
      do {
        const { counts, next } = sum ?? {}
        const query = next === undefined ? {} : { counts, ...next }
        const part: Part = await call(countUsage, { params: { bucket }, query }, work.signal)
        const { objects, size } = sum ?? { objects: 0, size: 0 }
        sum = { ...part, objects: objects + part.objects, size: size + part.size, countedAt: Date.now() }
        client.setQueryData(queryKey, sum)
      } while (sum.next !== undefined)
    } catch (failure) {
      if (work.signal.aborted) return
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
    } finally {
      setCounting(false)
    }
  }
  return { counted, isCounting, error, count: () => void run(), stop: () => running.current?.abort() }
}
