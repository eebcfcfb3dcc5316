import { useSyncExternalStore } from 'react'
import type { SpaceModel } from './space-model.ts'

/**
 * Renders again with every change of the space, its catalogue or its view. Children are memoised by their own versions.
 */
export function useSpaceVersion(model: SpaceModel): number {
  return useSyncExternalStore(model.subscribe, model.getVersion)
}
