/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  components_v2_send:
    "message with buttons, layout, select menu, container, send a card, send a layout, card with buttons, message with a gallery, gallery and buttons, send components, add buttons, dropdown, action row, buttons in a message",
  components_v2_send_from_template:
    "ready-made layout, nice announcement layout, announcement card, status card, question with buttons, release notes card, predefined card",
  components_v2_edit:
    "change buttons of a message, edit a layout, edit a card, replace a layout, update components, disable the buttons of a message",
  components_v2_build_container: "container with a color, make a card, accent color box, colored box",
  components_v2_build_section: "section with a thumbnail, text beside a picture, text beside a button",
  components_v2_build_media_gallery: "image gallery, picture gallery, album, several pictures in a grid, carousel",
  components_v2_validate:
    "check a layout, check components, layout for mistakes, is the layout valid, problems of a layout, validate components, lint a layout, check a component layout before sending",
  components_v2_preview: "preview a layout, how will the layout look, show components as text, preview a message layout"
} as const
