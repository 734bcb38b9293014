export const testimonial = {
  text: 'After a month we had fewer meetings, fewer tools and one number that everybody looks at on Monday.',
  author: 'Þóra Guðmundsdóttir',
  title: 'Operations Director, fish wholesaler',
  initials: 'ÞG',
} as const;

export const clientLogos = ['A shipyard', 'A wholesaler', 'A bank for boats', 'A dairy'] as const;
