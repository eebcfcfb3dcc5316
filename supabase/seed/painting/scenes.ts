import type { Brush, Scene } from './brush.ts'
import { paintOver, vignette } from './brush.ts'
import { aurora, fogForest, market, meadow, mountains, rooftops } from './land-scenes.ts'
import { kitchen, lantern, library, oldMap } from './room-scenes.ts'
import { harbourDawn, lighthouse, nightSea, saltFlats, storm, whaleDeep } from './sea-scenes.ts'

/** Everything that can be painted, by name. */
export const scenes: Readonly<Record<string, Scene>> = {
  'harbour-dawn': harbourDawn,
  'night-sea': nightSea,
  'whale-deep': whaleDeep,
  lighthouse,
  'salt-flats': saltFlats,
  mountains,
  'fog-forest': fogForest,
  market,
  lantern,
  library,
  kitchen,
  rooftops,
  aurora,
  storm,
  'old-map': oldMap,
  meadow,
}

/** Paints a scene with its brushwork and vignette. */
export function paintScene(brush: Brush, name: string): void {
  const scene = scenes[name]
  if (scene === undefined) throw new Error(`there is no scene ${name}`)
  scene(brush)
  paintOver(brush, 5)
  vignette(brush)
}
