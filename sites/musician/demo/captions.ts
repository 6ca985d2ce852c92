/** What stands below the pictures of the gallery, by their file in `images`. */
export const demoCaptions: Readonly<Record<string, string>> = {
  'gallery-01.jpg': 'Bremen, second night.',
  'gallery-02.jpg': 'Dovercourt, waiting for the fog to lift.',
  'gallery-03.jpg': 'The first pressing of Night Ferry.',
  'gallery-04.jpg': 'The A12 after the last song.',
  'gallery-05.jpg': 'The 23:00 to the Hook, from the other side of the harbour.',
  'gallery-06.jpg': 'Rotterdam. They sang the last verse without me.',
  'gallery-07.jpg': 'The piano at the boathouse, out of tune since 1987.',
  'gallery-08.jpg': 'The tour poster, before the dates went on.',
  'gallery-09.jpg': 'Four flags, one word.',
  'gallery-10.jpg': 'Low Tide, the hard chord.',
  'gallery-11.jpg': 'Soundcheck. Nobody there yet.',
  'gallery-12.jpg': 'Halfpenny Pier, one lamp, thirty seconds.',
  'gallery-13.jpg': 'Where Salt Radio began.',
  'gallery-14.jpg': 'The harbour light, from far too close.',
  'gallery-15.jpg': 'Cabin 4117, the whole view.',
  'gallery-16.jpg': 'Half an hour before doors.',
}
