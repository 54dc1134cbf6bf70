/** The messages of one evening in a channel: mostly short texts, some with replies, embeds or files. */
import { type File, linkEmbed, pollOf, richEmbed, userOf, videoEmbed } from "../../catalogue/discordShapes.ts"

/** The authors. */
export const people = {
  mira: userOf("mira.holm", "Mira"),
  ada: userOf("ada.okafor", "Ada"),
  bruno: userOf("bruno_salvi", "Bruno"),
  eunji: userOf("eun_ji", "Eun-ji"),
  kwame: userOf("kwame", null),
  aylin: userOf("aylin", "Aylin 🌊"),
  bot: userOf("tide-bot", null, true)
}

type Name = keyof typeof people

/** A message: author, text and its other parts. A mention is `<@name>`. */
export type Line = readonly [by: Name, text: string, extras?: Extras]

/** The time of the first message. */
export const BEGAN_MS = Date.UTC(2026, 2, 14, 17, 21, 9, 482)

interface Extras {
  /** So many lines before this one. */
  readonly replyTo?: number
  readonly mentions?: ReadonlyArray<Name>
  readonly embed?: object
  readonly files?: ReadonlyArray<File>
  /** `👀 6 me, tidewave:1248328050278400077 2`. */
  readonly reactions?: string
  readonly poll?: ReturnType<typeof pollOf>
  readonly components?: ReadonlyArray<object>
  readonly edited?: true
  /** The name of a thread that was started from it. */
  readonly thread?: string
}

const jpeg = { content_type: "image/jpeg", width: 4032, height: 3024 }
const sheet = { filename: "quadrat-sheet-v4.pdf", size: 184_320, content_type: "application/pdf" }
const purse = { filename: "IMG_4471.jpg", size: 3_281_774, ...jpeg }
const setRight = {
  filename: "quadrat-right.jpg",
  size: 2_114_903,
  description: "A square frame lying flat on rock, its tag in the upper left corner.",
  ...jpeg
}
const setWrong = {
  filename: "quadrat-wrong.jpg",
  size: 1_987_220,
  description: "The same frame tilted over a crack.",
  ...jpeg
}

const forecast = linkEmbed(
  "https://weather.example/marine/north-pier/2026-03-15",
  "Weather",
  "North Pier: marine forecast for Sunday",
  "Wind west 3 to 4, later 5. Sea slight to moderate. Fair at first, rain from the afternoon. Good visibility.",
  "https://weather.example/cards/north-pier-20260315.jpg"
)
const fix = linkEmbed(
  "https://code.example/tidepool/tide-tables/pull/318",
  "Code",
  "Read the zone of the station, not of the visitor by kwame · Pull Request #318",
  "The tables took the zone of whoever looked at them, so they moved by an hour for three weeks in spring and one in autumn. Stations now carry their zone.",
  "https://opengraph.code.example/9d1c2b7f/tidepool/tide-tables/pull/318"
)
const report = linkEmbed(
  "https://shorelab.example/reports/2026/intertidal-survey",
  "Shore Lab",
  "Intertidal survey 2025: what forty walks along one coast have counted",
  "Volunteers counted 212 quadrats on nine stretches of shore. Limpets are back to the numbers of 2019, dog whelks are not, and the Pacific oyster has come round the headland.",
  "https://shorelab.example/media/2026/survey-2025-cover-1200x630.jpg"
)
const purses = videoEmbed(
  "Kq3sVt81mZc",
  "What are mermaid's purses? Egg cases of sharks and rays",
  "Shoreline Notes",
  "A walk along the strandline after a storm, and what the cases tell about who lives out there. Chapters: 0:00 the strandline, 2:10 sharks, 5:45 rays."
)
const tides = richEmbed("North Pier, Sunday 15 March", "Spring tide. Sunrise 06:31, sunset 18:12.", [
  ["Low water", "06:48 · 0.4 m"],
  ["High water", "12:59 · 4.9 m"],
  ["Low water", "19:10 · 0.6 m"]
])
const buttons = [
  { type: 2, id: 2, custom_id: "tides:remind:20260315", style: 1, label: "Remind me" },
  { type: 2, id: 3, style: 5, label: "Full table", url: "https://tides.example/north-pier" }
]
const leaving: ReadonlyArray<readonly [string, number]> = [
  ["05:45 at the station", 4],
  ["06:15 at the station", 6],
  ["meet at the pier", 1]
]

/** The messages, oldest first. */
export const evening: ReadonlyArray<Line> = [
  ["mira", "evening everyone! who is in for the low tide walk tomorrow?", { reactions: "🌊 5 me" }],
  ["ada", "me, as long as it is not before seven"],
  ["bruno", "low water is at 06:48 so seven is cutting it fine", { replyTo: 1 }],
  ["eunji", "I can drive, there is room for three more in the van", { reactions: "🙏 3" }],
  ["kwame", "count me in please <@eunji>", { mentions: ["eunji"] }],
  ["mira", "forecast looks decent, a bit of wind from the west but dry until noon at least"],
  ["bruno", forecast.url, { embed: forecast }],
  ["aylin", "perfect, last time we came home soaked 😅", { replyTo: 1 }],
  [
    "ada",
    "bring boots with a real sole this time. I am still finding barnacle cuts from February, and the rocks behind the second groyne are worse than anything near the pier because nobody walks there and the weed never gets worn off.",
    { reactions: "😬 4, 🥾 2" }
  ],
  ["kwame", "noted, boots"],
  ["eunji", "does anybody have the sheet for the quadrat counts? mine is the old one with the wrong species order"],
  ["mira", "here, the version from the workshop", { replyTo: 1, files: [sheet] }],
  ["eunji", "thank you!! ❤️"],
  ["bruno", "question for the code people: the tide tables are off by an hour for me since this morning"],
  ["kwame", "time zone?", { replyTo: 1 }],
  [
    "bruno",
    "I thought so too but the clock on the server says UTC and the page says local",
    { replyTo: 1, edited: true }
  ],
  [
    "kwame",
    "then it is the daylight saving thing again, the US switched last weekend and we have not",
    { reactions: "💯 2" }
  ],
  ["kwame", `there is a fix waiting for review ${fix.url}`, { embed: fix, thread: "tide tables: whose time zone" }],
  ["mira", "I can look at it tonight", { replyTo: 1 }],
  [
    "aylin",
    "meanwhile I found this on the beach, any ideas?",
    { files: [purse], reactions: "👀 6 me, tidewave:1248328050278400077 2" }
  ],
  ["ada", "oh wow. egg case of a small-spotted catshark, and a fresh one", { replyTo: 1, reactions: "🦈 7" }],
  ["aylin", "no way"],
  [
    "ada",
    "the tendrils hold it to the weed, when it is empty it washes up. you can report them, they map where they come from"
  ],
  ["eunji", `there is a good video about it ${purses.url}`, { embed: purses }],
  ["aylin", "watching it now"],
  ["kwame", "lol I have walked past hundreds of these thinking they were plastic", { reactions: "😂 5" }],
  ["bruno", "same tbh"],
  [
    "mira",
    "put it on the map with the coordinates <@aylin>, the lab asked for exactly this stretch",
    { mentions: ["aylin"] }
  ],
  ["aylin", "will do when I am home"],
  ["bot", "", { embed: tides, components: [{ type: 1, id: 1, components: buttons }] }],
  ["eunji", "so when do we leave?"],
  ["mira", "let us vote", { poll: pollOf("When do we leave?", leaving, BEGAN_MS + 43_200_000) }],
  ["bruno", "anything before six is inhumane"],
  ["ada", "says the person who is up at five every day for the rowing club", { replyTo: 1, reactions: "😂 4" }],
  ["bruno", "that is different, that is voluntary suffering"],
  ["kwame", "voted"],
  ["eunji", "also voted, 6:15 is winning"],
  ["aylin", "what is the parking like there on a Sunday?"],
  [
    "mira",
    "free until nine, after that the machine wants four euros an hour and it only takes coins. the one behind the lifeboat station is always free but you walk ten minutes more.",
    { replyTo: 1 }
  ],
  ["ada", "the report from last year is out btw, we are in the acknowledgements 🎉", { reactions: "🎉 8 me, ❤️ 3" }],
  ["ada", report.url, { embed: report }],
  ["kwame", "we are famous"],
  ["bruno", "page 14, figure 3 is my photo", { reactions: "📸 3" }],
  [
    "eunji",
    "for the new ones: this is what a quadrat looks like when it is set right, frame flat and the tag in the upper left corner",
    { files: [setRight, setWrong] }
  ],
  ["kwame", "super helpful, thanks", { replyTo: 1 }],
  ["mira", "ok I read the pull request, one comment about the test for stations on the date line, else good to go"],
  ["kwame", "pushed, have another look <@mira>?", { mentions: ["mira"], reactions: "✅ 1" }],
  ["mira", "merged, should be live in ten minutes or so", { edited: true }],
  ["bruno", "confirmed, table is right again. thank you both", { replyTo: 1, reactions: "🙌 2" }],
  ["eunji", "good night all, see you at 6:15 🌙"]
]
