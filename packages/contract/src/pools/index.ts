/** Pools of a cluster: their drives, and moving data out of one pool or between all of them. */
export * from './pools.ts'
