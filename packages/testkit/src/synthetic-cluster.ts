interface SyntheticCluster {
  parity: number
  nodes: { endpoint: string; state: string; version: string }[]
  items: Record<string, unknown>[]
}

/**
 * What the console answers about the drives of a cluster that no machine of ours has, made up: two pools of erasure sets of 16
 * drives, with one drive that failed, one that heals, one that is nearly full, one that is slow, and a node that is offline.
 */
export function syntheticCluster(nodes: number, drivesOfNode: number, usedBytes = 4e12): SyntheticCluster {
  const number = nodes * drivesOfNode
  return {
    parity: 4,
    nodes: Array.from({ length: nodes }, (_, index) => ({
      endpoint: `node${index + 1}.example.net:9000`,
      state: index === 7 ? 'offline' : 'online',
      version: index === 3 ? '2026-01-01T00:00:00Z' : '2026-02-02T00:00:00Z',
    })),
    items: Array.from({ length: number }, (_, index) => ({
      node: `node${Math.floor(index / drivesOfNode) + 1}.example.net:9000`,
      path: `/mnt/drive${(index % drivesOfNode) + 1}`,
      state: index === 500 ? 'faulty' : 'ok',
      isHealing: index === 700,
      totalBytes: 1e13,
      usedBytes: index === 30 ? 9.5e12 : usedBytes,
      freeBytes: 5e12,
      pool: index < number / 2 ? 0 : 1,
      set: Math.floor(index / 16),
      latencyMs: index === 900 ? 120 : 2,
      calls: 60,
    })),
  }
}
