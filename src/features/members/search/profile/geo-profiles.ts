/** The row below a profile has place for so many. */
export const MOST_AROUND = 6
/** Kilometres around a town; one of the distances of the search. */
export const geoRadius = 50
