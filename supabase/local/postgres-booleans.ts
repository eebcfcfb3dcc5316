import type { KyselyPlugin, PrimitiveValueListNode, RootOperationNode, ValueNode } from 'kysely'
import { OperationNodeTransformer } from 'kysely'

// postgres.js declares a parameter that is a boolean, or an array that begins with one, as type boolean, so that
// PostgreSQL refuses it for a jsonb column. It does not recognise a Boolean object, and leaves its type to the server.

/** Returns the parameter with its type left to the server. */
export function withoutDeclaredType(parameter: unknown): unknown {
  if (typeof parameter === 'boolean') return Object(parameter)
  return Array.isArray(parameter) ? parameter.map(withoutDeclaredType) : parameter
}

/**
 * Writes a boolean, including those of `withoutDeclaredType`. Text is passed as it is: the server parses or refuses it.
 */
export function writeBoolean(value: unknown): string {
  if (typeof value === 'boolean' || value instanceof Boolean) return value.valueOf() ? 't' : 'f'
  return String(value)
}

/** Used if the server says that a parameter is a boolean after all. */
export const booleanType = {
  to: 16,
  from: [16],
  serialize: writeBoolean,
  parse: (text: string): boolean => text === 't',
}

class BooleanTransformer extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...super.transformValue(node), value: withoutDeclaredType(node.value) }
  }
  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...super.transformPrimitiveValueList(node), values: node.values.map(withoutDeclaredType) }
  }
}

/** Applies `withoutDeclaredType` to every query that lite builds. */
export function makeBooleanPlugin(): KyselyPlugin {
  const transformer = new BooleanTransformer()
  return {
    transformQuery: ({ node }): RootOperationNode => transformer.transformNode(node),
    transformResult: async ({ result }) => result,
  }
}
