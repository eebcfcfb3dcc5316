import type { ProjectPlan } from './plans.ts'
import { kettleAndCrow } from './kettle-and-crow.ts'
import { nightLibrary } from './night-library.ts'
import { theSaltRoad } from './the-salt-road.ts'

export const productions: readonly ProjectPlan[] = [theSaltRoad, kettleAndCrow, nightLibrary]
