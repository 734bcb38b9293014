export const promise =
  'We help trading companies and the software houses that serve them to grow at a pace their people can keep. Twelve ports from Bergen to Gdańsk work that way.';

export const story = {
  opening:
    'We began with one warehouse in Oslo and forty thousand boxes. Nobody knew where they were, and everybody had a list that said so.',
  paragraphs: [
    'The first winter went into the lists. There were thirty of them, each right about something, and the people who kept them had never met. We put them around one table with coffee and a map of the quay. What they agreed on before lunch fitted on half a page, and it still hangs by the door. Since then we ask for the lists first, and for the people who keep them, before we look at any system or any figure.',
    'Shipyards, dairies and schools have asked us in since. We come to the floor, we stay for a season, and we leave when the work no longer needs us. Whoever wants slides gets them from somebody else.',
  ],
} as const;

export const approach = ['We count.', 'We ask.', 'We mend.', 'We leave.'] as const;

export const privacyPromise = 'What you write is read by us and by nobody else.';

export const nextSteps = ['You write.', 'We read.', 'We come and look.'] as const;

export const proofPoints = [
  { figure: '€4M', label: 'of stock found in the wrong place' },
  { figure: '12', label: 'ports served' },
  { figure: '30+', label: 'spreadsheets retired' },
  { figure: '1,000s', label: 'of parcels a day' },
] as const;
