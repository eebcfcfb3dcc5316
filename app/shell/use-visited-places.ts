import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { findRoute } from '#app/routes.ts'
import { rememberPlace } from '#app/stores/places-store.ts'
import { isSpace } from './places.ts'

/** Remembers the projects and spaces the person visits. */
export function useVisitedPlaces(): void {
  const [path] = useLocation()

  useEffect(() => {
    const name = findRoute(path)?.name
    if (name === 'project' || isSpace(name)) rememberPlace(path)
  }, [path])
}
