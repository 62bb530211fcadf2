import type { JsonPolicy, Policy, Statement } from '@cooperage/wire'

/** The one form in which MinIO gives a bucket policy back: lists throughout, and no statement twice. */
export function normalPolicy({ version, statements }: Policy): JsonPolicy {
  const written = new Map(
    statements.map((statement) => {
      const normal = normalStatement(statement)
      return [JSON.stringify(normal), normal]
    }),
  )
  return { Version: version, Statement: [...written.values()] }
}

function normalStatement(statement: Statement): JsonPolicy['Statement'][number] {
  const { sid, effect, principals = [], actions, notActions, resources, notResources, conditions } = statement
  const arns = (patterns: string[]) => patterns.map((pattern) => `arn:aws:s3:::${pattern}`)
  const byOperator = Object.groupBy(
    conditions,
    ({ qualifier, operator, ifExists }) =>
      `${qualifier === undefined ? '' : `${qualifier}:`}${operator}${ifExists ? 'IfExists' : ''}`,
  )
  const condition = Object.fromEntries(
    Object.entries(byOperator).map(([name, keys = []]) => [
      name,
      Object.fromEntries(keys.map(({ key, values }) => [key, values])),
    ]),
  )
  return {
    ...(sid === undefined ? {} : { Sid: sid }),
    Effect: effect,
    Principal: { AWS: principals },
    ...(actions.length === 0 ? {} : { Action: actions }),
    ...(notActions.length === 0 ? {} : { NotAction: notActions }),
    ...(resources.length === 0 ? {} : { Resource: arns(resources) }),
    ...(notResources.length === 0 ? {} : { NotResource: arns(notResources) }),
    ...(conditions.length === 0 ? {} : { Condition: condition }),
  }
}
