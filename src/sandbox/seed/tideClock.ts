import { Either, Encoding } from "effect"

/** A drawing of a tide clock: a PNG of 160 × 120 pixels. */
export const tideClock: Uint8Array = Either.getOrThrow(
  Encoding.decodeBase64(
    [
      "iVBORw0KGgoAAAANSUhEUgAAAKAAAAB4AgMAAAAIzBH8AAAADFBMVEX07+IjSFk6oKXWbEcFdkj6AAACEklEQVR42u2XPY7CMBCFnUVuaLbKJb",
      "bZIyRHcGFnJY7AKbhEeppIMJdYjkSN0HrtkIQ4nrFHAokGN/nh85t5Q5TMCPFeL16FcUsxOQ5phlVnuHIEDStwPvhNsMxLut+1P8pMlnISKocd",
      "dOT6rp20omfiKhW5nqWrE5F1sCvhuSavFimG+opMUScuA4l6kQmZYnrjPUW9TEURKarMzglcRiLA0uTvECYJN3EgiYJF7LFAbQfbVyfaTQieaT",
      "Cw+HmlbbPBIEx1pm0HoD0lQBWDBQIGNVtZupDB5hEUOXAwjYJB3tWVftCkiavjCpkBB9OPgfNbk+lw+wPgVJ0cWLHBMxOcTD8LlD/iKaCagaf7",
      "M5VWtNzQ9sxzLezoOweurGWAAAfxaft/EToEbHa3kzUA7ETlg69x8DAKesk+OOAgTILgTl3wNQXu/fGrB91pZS8oKI3XER8Ag6SrEUCrUXA/Cv",
      "an3/aPAhfr94KD24i8APKmKBAQAH1JscFNzB2xDw0OYq/mJga7h8AyLiS0+AeJCWIVJz6aTBAp5BFvU2LbHdEqmNhLLVi2W0P0PVuOFw9ull40",
      "0Zs1Sy+K6vZYXrybMEmyf5Rh7I7sSIswdks34iaInZgWynnsLtGHy7lkqrN3STYzQZWcPraToMnMM6Pl5Dzjp5hmCJye427TVpufudhTHHsu5E",
      "+a/NmVPQ2/13u9cP0D0MkS4g0LuVcAAAAASUVORK5CYII="
    ].join("")
  )
)
