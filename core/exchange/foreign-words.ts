// Lower-case titles in other languages, by the English title they stand for.

type Words = Readonly<Record<string, readonly string[]>>

const german: Words = {
  sequence: ['sequenz', 'szene'],
  shot: ['einstellung', 'einstellungsname', 'shotname'],
  asset: ['objekt'],
  name: ['bezeichnung'],
  episode: ['folge'],
  project: ['projekt'],
  type: ['typ', 'art'],
  description: ['beschreibung', 'inhalt'],
  'frame in': ['bild ein', 'startbild', 'anfangsbild', 'erstes bild'],
  'frame out': ['bild aus', 'endbild', 'schlussbild', 'letztes bild'],
  start: ['anfang'],
  end: ['ende'],
  frames: ['bilder', 'anzahl bilder'],
  fps: ['bildrate', 'bilder pro sekunde'],
  status: ['stand'],
  artist: ['künstler', 'künstlerin', 'bearbeiter', 'bearbeiterin', 'zuständig'],
  'assigned to': ['zugewiesen', 'zugewiesen an'],
  'due date': ['abgabe', 'abgabedatum', 'fällig', 'fällig am', 'fälligkeit', 'frist'],
  'start date': ['beginn', 'startdatum'],
  'estimated hours': ['stunden', 'geschätzte stunden', 'aufwand in stunden'],
  priority: ['priorität'],
  task: ['aufgabe'],
  stage: ['arbeitsschritt', 'gewerk'],
  comment: ['kommentar', 'kommentare'],
  notes: ['notiz', 'notizen', 'anmerkung', 'anmerkungen', 'bemerkung', 'bemerkungen'],
  author: ['autor', 'autorin', 'verfasser', 'verfasserin'],
  date: ['datum'],
}

const french: Words = {
  sequence: ['séquence'],
  shot: ['plan', 'nom du plan'],
  asset: ['élément'],
  name: ['nom'],
  episode: ['épisode'],
  project: ['projet'],
  'frame in': ['image début', 'image de début', 'première image'],
  'frame out': ['image fin', 'image de fin', 'dernière image'],
  start: ['début'],
  end: ['fin'],
  frames: ['images', 'nb images', "nombre d'images", 'nombre d’images'],
  fps: ['ips', 'images par seconde', 'cadence'],
  status: ['statut', 'état'],
  artist: ['artiste'],
  'assigned to': ['assigné à', 'assigné', 'assignés', 'attribué à'],
  'due date': ['échéance', "date d'échéance", 'date d’échéance', 'date limite', 'date de rendu', 'livraison'],
  'start date': ['date de début'],
  'estimated hours': ['heures', 'heures estimées'],
  priority: ['priorité'],
  task: ['tâche'],
  stage: ['étape'],
  comment: ['commentaire', 'commentaires'],
  notes: ['remarque', 'remarques'],
  author: ['auteur', 'auteure'],
}

const spanish: Words = {
  sequence: ['secuencia'],
  shot: ['plano', 'toma'],
  name: ['nombre'],
  episode: ['episodio'],
  project: ['proyecto'],
  type: ['tipo'],
  description: ['descripción', 'descripcion'],
  'frame in': ['fotograma inicial', 'fotograma de entrada'],
  'frame out': ['fotograma final', 'fotograma de salida'],
  start: ['inicio'],
  end: ['fin', 'final'],
  frames: ['fotogramas'],
  status: ['estado'],
  artist: ['artista', 'responsable'],
  'assigned to': ['asignado a', 'asignado'],
  'due date': ['fecha de entrega', 'fecha límite', 'entrega', 'vencimiento'],
  'start date': ['fecha de inicio'],
  'estimated hours': ['horas', 'horas estimadas'],
  priority: ['prioridad'],
  task: ['tarea'],
  stage: ['etapa'],
  comment: ['comentario', 'comentarios'],
  notes: ['notas'],
  author: ['autor', 'autora'],
  date: ['fecha'],
}

const languages = [german, french, spanish].map(
  (words) => new Map(Object.entries(words).flatMap(([title, all]) => all.map((word) => [word, title] as const))),
)

/**
 * Translates the titles of a German, French or Spanish sheet to English, also after a stage's name. At least two titles
 * must be in a language, since a single word may be anything; titles of other sheets stay as they are.
 */
export function translateTitles(titles: readonly string[]): readonly string[] {
  const isForeign = (title: string, words: ReadonlyMap<string, string>): boolean =>
    (words.get(title) ?? title) !== title
  const counts = languages.map((words) => new Set(titles.filter((title) => isForeign(title, words))).size)
  const most = Math.max(...counts)
  const words = most < 2 ? undefined : languages[counts.indexOf(most)]
  return words === undefined ? titles : titles.map((title) => words.get(title) ?? translateEnd(title, words))
}

/** Reads `animation künstler` as `animation artist`, and `artiste animation` too. */
function translateEnd(title: string, words: ReadonlyMap<string, string>): string {
  const parts = title.split(' ')
  for (let from = 1; from < parts.length; from += 1) {
    const end = words.get(parts.slice(from).join(' '))
    if (end !== undefined) return [...parts.slice(0, from), end].join(' ')
  }
  for (let to = parts.length - 1; to > 0; to -= 1) {
    const begun = words.get(parts.slice(0, to).join(' '))
    if (begun !== undefined) return [...parts.slice(to), begun].join(' ')
  }
  return title
}
